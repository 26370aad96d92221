/**
 * Sending domains and their DKIM keys.
 */
@NullMarked
package io.godwit.domains;

import org.jspecify.annotations.NullMarked;

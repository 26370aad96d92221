/**
 * Projects and their API keys; turns a key into a {@link io.godwit.core.Tenant}.
 */
@NullMarked
package io.godwit.projects;

import org.jspecify.annotations.NullMarked;

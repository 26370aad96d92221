/** The endpoint POST /v1/send: its request, the checks of each field, and its response. */
@NullMarked
package io.godwit.sending.api;

import org.jspecify.annotations.NullMarked;

/** The authentication of HTTP requests: API keys, session cookies, and the check against requests forged by other sites. */
@NullMarked
package io.godwit.web.auth;

import org.jspecify.annotations.NullMarked;

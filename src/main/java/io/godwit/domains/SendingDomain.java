package io.godwit.domains;

import io.godwit.smtp.message.DkimKey;
import java.util.Optional;

/**
 * A domain with its signing key.
 *
 * @param returnPath the host below it that receives bounces, as of the last check
 * @param linksHost the host below it that serves tracked links, as of the last check
 */
record SendingDomain(boolean verified, DkimKey key, Optional<String> returnPath, Optional<String> linksHost) {}

package io.godwit.domains;

import io.godwit.smtp.message.DkimKey;
import java.util.Optional;

/**
 * A registered domain, ready to sign.
 *
 * @param returnPath its host below it that leads to us, as of the last check
 * @param linksHost the same for links
 */
record SendingDomain(boolean verified, DkimKey key, Optional<String> returnPath, Optional<String> linksHost) {}

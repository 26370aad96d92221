package io.godwit.domains;

import io.godwit.smtp.DkimKey;

/** A registered domain, ready to sign. */
record SendingDomain(boolean verified, DkimKey key) {}

package io.godwit.delivery.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Matches the names of a certificate, its {@code dNSName}s (RFC 6125 §6.4); a common name does not count. */
final class CertificateNames {

    private static final int DNS_NAME = 2;

    private CertificateNames() {}

    /** Returns whether the certificate is for one of the hosts, which are in lower case. */
    static boolean match(X509Certificate certificate, Set<String> hosts) {
        return names(certificate).anyMatch(name -> hosts.stream().anyMatch(host -> matches(name, host)));
    }

    /** Returns whether a name covers a host; a leading {@code *.} stands for exactly one label. */
    static boolean matches(String name, String host) {
        if (!name.startsWith("*.")) {
            return name.equals(host);
        }
        var dot = host.indexOf('.');
        return dot > 0 && name.substring(1).equals(host.substring(dot));
    }

    private static Stream<String> names(X509Certificate certificate) {
        try {
            var names = certificate.getSubjectAlternativeNames();
            return names == null
                    ? Stream.empty()
                    : names.stream().map(CertificateNames::dnsName).filter(name -> !name.isEmpty());
        } catch (CertificateParsingException unreadable) {
            return Stream.empty();
        }
    }

    private static String dnsName(List<?> name) {
        return Objects.equals(name.get(0), DNS_NAME)
                ? String.valueOf(name.get(1)).toLowerCase(Locale.ROOT)
                : "";
    }
}

package io.godwit.delivery.tls;

import io.godwit.dns.Tlsa;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertPathValidator;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Accepts certificates that match a TLSA record (RFC 7672 §3.1): by usage 3 the server's own key, whatever its name and dates; by
 * usage 2 a chain to the authority in the record, valid and for one of the hosts.
 *
 * @param records usable ones only, at least one
 * @param hosts the names that a certificate of usage 2 may be for
 */
record DaneCheck(List<Tlsa> records, Set<String> hosts) implements CertificateCheck {

    private static final int AUTHORITY = 2;
    private static final int SERVER = 3;
    private static final int SHA_256_DIGITS = 64;
    private static final int SHA_512_DIGITS = 128;

    DaneCheck {
        records = List.copyOf(records);
        hosts = Set.copyOf(hosts);
    }

    /** Returns whether mail can use the record: usages 0 and 1 and unknown numbers mean nothing (RFC 7672 §3.1.3). */
    static boolean isUsable(Tlsa tlsa) {
        return (tlsa.usage() == AUTHORITY || tlsa.usage() == SERVER)
                && (tlsa.selector() == 0 || tlsa.selector() == 1)
                && switch (tlsa.matching()) {
                    case 0 -> !tlsa.data().isEmpty();
                    case 1 -> tlsa.data().length() == SHA_256_DIGITS;
                    case 2 -> tlsa.data().length() == SHA_512_DIGITS;
                    default -> false;
                };
    }

    @Override
    public void check(X509Certificate[] chain, String authType) throws CertificateException {
        if (matches(SERVER, chain[0])) {
            return;
        }
        var anchors = anchors(chain);
        if (anchors.isEmpty()) {
            throw new CertificateRejectedException(
                    TlsResult.TLSA_INVALID, "No TLSA record matches the certificate of the mail host");
        }
        requireChain(chain, anchors);
        if (!CertificateNames.match(chain[0], hosts)) {
            throw new CertificateRejectedException(
                    TlsResult.CERTIFICATE_HOST_MISMATCH, "The certificate of the mail host is for another name");
        }
    }

    private boolean matches(int usage, X509Certificate certificate) {
        return records.stream().anyMatch(tlsa -> tlsa.usage() == usage && matches(tlsa, certificate));
    }

    private static boolean matches(Tlsa tlsa, X509Certificate certificate) {
        try {
            var content = tlsa.selector() == 0
                    ? certificate.getEncoded()
                    : certificate.getPublicKey().getEncoded();
            return MessageDigest.isEqual(
                    digest(tlsa.matching(), content), HexFormat.of().parseHex(tlsa.data()));
        } catch (GeneralSecurityException unreadable) {
            return false;
        }
    }

    private static byte[] digest(int matching, byte[] content) throws GeneralSecurityException {
        return switch (matching) {
            case 1 -> MessageDigest.getInstance("SHA-256").digest(content);
            case 2 -> MessageDigest.getInstance("SHA-512").digest(content);
            default -> content;
        };
    }

    /** Returns the authorities of the records: those in the chain, and those whose certificate a record holds in full. */
    private List<X509Certificate> anchors(X509Certificate[] chain) {
        var anchors = new ArrayList<X509Certificate>();
        for (var at = 1; at < chain.length; at++) {
            if (matches(AUTHORITY, chain[at])) {
                anchors.add(chain[at]);
            }
        }
        for (var tlsa : records) {
            if (tlsa.usage() == AUTHORITY && tlsa.selector() == 0 && tlsa.matching() == 0) {
                addCertificate(anchors, HexFormat.of().parseHex(tlsa.data()));
            }
        }
        return anchors;
    }

    private static void addCertificate(List<X509Certificate> anchors, byte[] encoded) {
        try {
            var factory = CertificateFactory.getInstance("X.509");
            anchors.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(encoded)));
        } catch (CertificateException noCertificate) {
            // The record matches nothing.
        }
    }

    /** Requires that the certificates below one of the authorities form a chain to it. */
    private static void requireChain(X509Certificate[] chain, List<X509Certificate> anchors)
            throws CertificateRejectedException {
        var result = TlsResult.CERTIFICATE_NOT_TRUSTED;
        for (var anchor : anchors) {
            try {
                validate(below(chain, anchor), anchor);
                return;
            } catch (GeneralSecurityException broken) {
                result = CertificateAuthorities.isOutOfDate(broken) ? TlsResult.CERTIFICATE_EXPIRED : result;
            }
        }
        throw new CertificateRejectedException(
                result, "The certificate of the mail host has no valid chain to the authority of its TLSA record");
    }

    private static List<X509Certificate> below(X509Certificate[] chain, X509Certificate anchor) {
        var path = new ArrayList<X509Certificate>();
        for (var certificate : chain) {
            if (certificate.equals(anchor)) {
                break;
            }
            path.add(certificate);
            if (certificate.getIssuerX500Principal().equals(anchor.getSubjectX500Principal())) {
                break;
            }
        }
        return path;
    }

    private static void validate(List<? extends Certificate> path, X509Certificate anchor)
            throws GeneralSecurityException {
        var parameters = new PKIXParameters(Set.of(new TrustAnchor(anchor, null)));
        parameters.setRevocationEnabled(false);
        CertPathValidator.getInstance("PKIX")
                .validate(CertificateFactory.getInstance("X.509").generateCertPath(path), parameters);
    }
}

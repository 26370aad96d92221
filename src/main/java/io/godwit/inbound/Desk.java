package io.godwit.inbound;

import io.godwit.authenticity.Authenticity;
import io.godwit.authenticity.Authenticity.Road;
import io.godwit.authenticity.Marks;
import io.godwit.core.EmailAddress;
import io.godwit.core.ReturnPaths;
import io.godwit.db.Database;
import io.godwit.domains.Domains;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Takes mail in, by whatever way it came: says which addresses are ours, and keeps it as a raw report. Safe to use from any
 * event loop.
 */
final class Desk {

    /** Of the host that return paths are at; every host has the first two (RFC 2142, RFC 5321 §4.5.1). */
    private static final Set<String> ROLES = Set.of("postmaster", "abuse", "fbl", "complaints");

    private final Database database;
    private final Domains domains;
    private final Reports reports;
    private final Authenticity authenticity;
    private final ReturnPaths returnPaths;
    private final String bounceLabel;

    /** {@code bounceLabel} stands before a domain in the host of its return paths. */
    Desk(
            Database database,
            Domains domains,
            Reports reports,
            Authenticity authenticity,
            ReturnPaths returnPaths,
            String bounceLabel) {
        this.database = database;
        this.domains = domains;
        this.reports = reports;
        this.authenticity = authenticity;
        this.returnPaths = returnPaths;
        this.bounceLabel = bounceLabel + ".";
    }

    /** A return path of a mail of ours, an address of a verified domain, or one that machines report to. */
    Future<Boolean> isOurs(String recipient) {
        if (returnPaths.read(recipient).isPresent()) {
            return Future.succeededFuture(true);
        }
        return EmailAddress.parse(recipient).map(this::isReceiving).orElseGet(() -> Future.succeededFuture(false));
    }

    private Future<Boolean> isReceiving(EmailAddress address) {
        var isRole = ROLES.contains(address.localPart()) && address.domain().startsWith(bounceLabel);
        var domain = isRole ? address.domain().substring(bounceLabel.length()) : address.domain();
        return domains.receiving(database.requests(), domain).map(projects -> !projects.isEmpty());
    }

    /**
     * Completes when the mail is committed; the same one is kept once.
     *
     * @param way it came: the provider of its report
     */
    Future<Void> take(String way, Road road, List<String> recipients, byte[] message) {
        var isReport = recipients.stream()
                .allMatch(address -> returnPaths.read(address).isPresent());
        var checked = isReport ? Future.succeededFuture(Marks.UNKNOWN) : authenticity.check(road, message);
        return checked.map(marks -> new Posted(road.from(), recipients, marks, message))
                .compose(post -> reports.accept(way, digest(post), "mail", post.toBuffer()))
                .mapEmpty();
    }

    /** Of what a client repeats when it did not hear our answer. */
    private static String digest(Posted post) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(String.join("\t", post.recipients()).getBytes(StandardCharsets.UTF_8));
            digest.update((byte) '\n');
            return HexFormat.of().formatHex(digest.digest(post.message()));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("Every Java has SHA-256", impossible);
        }
    }
}

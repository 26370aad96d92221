package io.godwit.inbound.mail;

import io.godwit.core.EmailAddress;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.ProjectId;
import io.godwit.mailauth.MailAuthenticator.SmtpOrigin;
import io.godwit.smtp.server.SmtpHandler;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Accepts or refuses messages on our own SMTP server. It relays nothing: recipients that are not ours are refused at RCPT.
 */
final class InboundSmtpHandler implements SmtpHandler {

    /** Max hops of a message; more mean a mail loop (RFC 5321 §6.3). */
    private static final int MAX_HOPS = 50;

    private static final int HEAD = 256 * 1024;
    private static final Pattern HOP = Pattern.compile("^received:", Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

    private static final Optional<String> UNKNOWN = Optional.of("550 5.1.1 There is no such address here");
    private static final Optional<String> CLIENT_LIMIT =
            Optional.of("450 4.7.1 Too much mail from your address, come again later");
    private static final String ADDRESS_LIMIT = "450 4.7.1 Too much mail for this address, come again later";

    private final InboundMailAcceptor acceptor;
    private final InboundRateLimiter limiter;
    private final ReturnPathLimiter returnPaths = new ReturnPathLimiter();

    InboundSmtpHandler(InboundMailAcceptor acceptor, InboundRateLimiter limiter) {
        this.acceptor = acceptor;
        this.limiter = limiter;
    }

    @Override
    public Future<Optional<String>> refusal(SmtpPeer peer, String from, String recipient) {
        var returnPath = acceptor.returnPath(recipient);
        if (returnPath.isPresent()) {
            return Future.succeededFuture(refusalForReturnPath(peer, from, returnPath.get()));
        }
        if (acceptor.isForTlsReports(recipient)) {
            return Future.succeededFuture(limiter.admitClient(peer.address()) ? Optional.empty() : CLIENT_LIMIT);
        }
        return acceptor.projects(recipient).map(projects -> refusal(peer, projects));
    }

    private Optional<String> refusalForReturnPath(SmtpPeer peer, String from, EmailId email) {
        if (returnPaths.isUsedUp(email)) {
            return Optional.of(ADDRESS_LIMIT);
        }
        return from.isEmpty() || limiter.admitClient(peer.address()) ? Optional.empty() : CLIENT_LIMIT;
    }

    private Optional<String> refusal(SmtpPeer peer, List<ProjectId> projects) {
        if (projects.isEmpty()) {
            return UNKNOWN;
        } else if (!limiter.admitClient(peer.address())) {
            return CLIENT_LIMIT;
        }
        return limiter.admitProjects(projects) ? Optional.empty() : Optional.of(ADDRESS_LIMIT);
    }

    @Override
    public Future<String> receive(ReceivedMessage message) {
        if (isLooping(message.message())) {
            return Future.succeededFuture("554 5.4.6 This mail runs in a circle");
        }
        var origin = new SmtpOrigin(
                Optional.of(message.peer().address()), message.peer().hello(), mailFrom(message));
        return message.recipients().stream()
                .flatMap(recipient -> acceptor.returnPath(recipient).stream())
                .findFirst()
                .map(email -> returnPaths.store(email, () -> store(origin, message)))
                .orElseGet(() -> store(origin, message))
                .map(stored -> stored ? "250 2.0.0 Kept" : ADDRESS_LIMIT);
    }

    private Future<Boolean> store(SmtpOrigin origin, ReceivedMessage message) {
        return acceptor.accept(InboundMailVerticle.SMTP, origin, message.recipients(), message.message());
    }

    /** Returns the return path; one with letters outside ASCII with its domain in A-labels, as it stands in the DNS. */
    private static String mailFrom(ReceivedMessage message) {
        return EmailAddress.parse(message.from())
                .filter(EmailAddress::isInternational)
                .map(EmailAddress::value)
                .orElse(message.from());
    }

    private static boolean isLooping(byte[] message) {
        var head = new String(message, 0, Math.min(message.length, HEAD), StandardCharsets.ISO_8859_1);
        var end = head.indexOf("\r\n\r\n");
        return HOP.matcher(end < 0 ? head : head.substring(0, end)).results().count() > MAX_HOPS;
    }
}

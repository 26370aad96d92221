package io.godwit.smtp.catcher;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.smtp.message.Attachment;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.LoopbackCheck;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Shows the caught messages, as a page and as JSON, to this machine only unless the settings say otherwise. Messages may be
 * hostile: they are shown in a frame without scripts, forms and connections, and everything else is answered as text or as a
 * download.
 */
final class CaughtMessageRoutes implements Routes {

    private static final String PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /**
     * The content security policy: no scripts, no forms, nothing loaded from anywhere; a click may open a link in a new window.
     */
    private static final String MAIL_POLICY = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none';"
            + " img-src data:; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

    static final String MESSAGES = "/dev/mailbox/messages";
    private static final int MAX_PAGE_OFFSET = 100_000;
    /** Max octets of messages in one response; older ones are listed without their bodies. */
    private static final long MAX_OCTETS = 32L << 20;

    private final WorkerExecutor workers;
    private final CaughtMessageStore messages;
    private final boolean isPublic;
    private final String publicUrl;

    CaughtMessageRoutes(WorkerExecutor workers, CaughtMessageStore messages, boolean isPublic, String publicUrl) {
        this.workers = workers;
        this.messages = messages;
        this.isPublic = isPublic;
        this.publicUrl = publicUrl;
    }

    @Override
    public void mount(RouteTable api) {
        api.get("/dev/mailbox")
                .access(Access.OPEN)
                .answersFile("text/html")
                .fails(Kind.FORBIDDEN)
                .to(call -> file(call, "mailbox.html", "text/html"));
        api.get("/dev/mailbox/mailbox.css")
                .access(Access.OPEN)
                .answersFile("text/css")
                .fails(Kind.FORBIDDEN)
                .to(call -> file(call, "mailbox.css", "text/css"));
        api.get("/dev/mailbox/mailbox.js")
                .access(Access.OPEN)
                .answersFile("text/javascript")
                .fails(Kind.FORBIDDEN)
                .to(call -> file(call, "mailbox.js", "text/javascript"));
        api.get("/dev/mailbox/mailbox.svg")
                .access(Access.OPEN)
                .answersFile("image/svg+xml")
                .fails(Kind.FORBIDDEN)
                .to(call -> file(call, "mailbox.svg", "image/svg+xml"));
        api.get(MESSAGES)
                .access(Access.OPEN)
                .query(
                        query -> query.number("limit", MAX_PAGE_OFFSET, 1, MAX_PAGE_OFFSET),
                        query -> query.flag("heads"))
                .answers(List.class, MessageView.class)
                .answers(List.class, CaughtMessage.class)
                .fails(Kind.FORBIDDEN)
                .to(this::list);
        api.delete(MESSAGES)
                .access(Access.OPEN)
                .answersNothing(204)
                .fails(Kind.FORBIDDEN)
                .to(this::clear);
        api.get(MESSAGES + "/:id")
                .access(Access.OPEN)
                .answers(MessageView.class)
                .fails(Kind.FORBIDDEN)
                .to(call -> one(call, message -> ApiResponse.ok(message.shown())));
        api.get(MESSAGES + "/:id/html")
                .access(Access.OPEN)
                .answersFile("text/html")
                .fails(Kind.FORBIDDEN)
                .to(call -> one(call, CaughtMessageRoutes::html));
        api.get(MESSAGES + "/:id/raw")
                .access(Access.OPEN)
                .answersFile("text/plain")
                .fails(Kind.FORBIDDEN)
                .to(call -> one(call, CaughtMessageRoutes::raw));
        api.get(MESSAGES + "/:id/attachments/:number")
                .access(Access.OPEN)
                .answersFile("application/octet-stream")
                .fails(Kind.FORBIDDEN)
                .to(call -> one(call, message -> attachment(message, call.path("number"))));
    }

    private Future<ApiResponse> file(ApiRequest call, String name, String type) {
        admit(call);
        return workers.executeBlocking(() -> read(name), false).map(bytes -> ApiResponse.ok(bytes)
                .with("Content-Type", type + "; charset=utf-8")
                .with("Content-Security-Policy", PAGE_POLICY));
    }

    /** Reads a file of the page, which lies in {@code webroot/mailbox} of the jar. */
    private static byte[] read(String name) throws IOException {
        try (var in = CaughtMessageRoutes.class.getResourceAsStream("/webroot/mailbox/" + name)) {
            if (in == null) {
                throw new FileNotFoundException(name);
            }
            return in.readAllBytes();
        }
    }

    /** Lists the newest messages first; {@code heads=true} leaves bodies, headers and attachments out. */
    private Future<ApiResponse> list(ApiRequest call) {
        admit(call);
        var limit = call.query().number("limit", MAX_PAGE_OFFSET, 1, MAX_PAGE_OFFSET);
        var heads = call.query().flag("heads").orElse(false);
        call.query().check();
        return heads
                ? Future.succeededFuture(ApiResponse.ok(messages.newest(limit)))
                : workers.executeBlocking(() -> ApiResponse.ok(whole(limit)), false);
    }

    private List<Object> whole(int limit) {
        var list = new ArrayList<Object>();
        var octets = 0L;
        for (var message : messages.newest(limit)) {
            octets += message.size();
            list.add(
                    octets > MAX_OCTETS
                            ? message
                            : open(message).<Object>map(ParsedMessage::shown).orElse(message));
        }
        return list;
    }

    private Optional<ParsedMessage> open(CaughtMessage message) {
        return messages.raw(message).map(raw -> ParsedMessage.of(message, raw));
    }

    private Future<ApiResponse> one(ApiRequest call, Function<ParsedMessage, ApiResponse> response) {
        admit(call);
        var id = call.path("id");
        return workers.executeBlocking(
                () -> messages.find(id)
                        .flatMap(this::open)
                        .map(response)
                        .orElseThrow(() -> Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Message", id)),
                false);
    }

    private static ApiResponse html(ParsedMessage message) {
        return ApiResponse.ok(message.frame())
                .with("Content-Type", "text/html; charset=utf-8")
                .with("X-DNS-Prefetch-Control", "off")
                .with("Content-Security-Policy", MAIL_POLICY);
    }

    private static ApiResponse raw(ParsedMessage message) {
        return ApiResponse.ok(message.raw()).with("Content-Type", "text/plain; charset=utf-8");
    }

    private static ApiResponse attachment(ParsedMessage message, String number) {
        return message.attachment(number)
                .map(file -> ApiResponse.ok(file.bytes())
                        .with("Content-Type", "application/octet-stream")
                        .with("Content-Disposition", Attachment.disposition(file.filename())))
                .orElseThrow(() -> Failure.notFound(Kind.RESOURCE_NOT_FOUND, "Attachment", number));
    }

    private Future<ApiResponse> clear(ApiRequest call) {
        admit(call);
        return workers.executeBlocking(
                () -> {
                    messages.clear();
                    return ApiResponse.nothing();
                },
                false);
    }

    private void admit(ApiRequest call) {
        if (isPublic && !LoopbackCheck.isPublicHost(call, publicUrl)) {
            throw Failure.of(
                    Kind.FORBIDDEN,
                    "The mailbox answers only to the name of the public URL; public.url (GODWIT_PUBLIC_URL) changes it");
        }
        if (!isPublic && !LoopbackCheck.isLocal(call)) {
            throw Failure.of(
                    Kind.FORBIDDEN,
                    "The mailbox answers only this machine, as localhost; mail.catcher.public (GODWIT_MAIL_CATCHER_PUBLIC) opens it");
        }
    }
}

package io.godwit.contacts.subscriptions;

import io.godwit.contacts.ContactBatchWriter;
import io.godwit.contacts.Translations;
import io.godwit.contacts.UnsubscribeListener;
import io.godwit.core.Failure;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.LinkTokenCodec.Link;
import io.godwit.db.Database;
import io.godwit.events.EventAppender;
import io.godwit.web.Access;
import io.godwit.web.ApiRequest;
import io.godwit.web.ApiResponse;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import io.godwit.web.RouteTable;
import io.godwit.web.Routes;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The routes of subscription links in emails: pages, one-click unsubscription by mail programs (RFC 8058), and the same as JSON.
 * A GET changes nothing, because link scanners open every link; the signature in the link is the only authorization. The routes
 * work for disabled projects, too, because their contacts must still be able to unsubscribe.
 */
public final class SubscriptionRoutes implements Routes {

    /** The form's field and its values. */
    static final String ACTION = "action";

    static final String SUBSCRIBE = "subscribe";
    static final String UNSUBSCRIBE = "unsubscribe";

    /** The links that lead to a page; a token of another kind opens none. */
    private static final List<Kind> PAGES = List.of(Kind.UNSUBSCRIBE, Kind.SUBSCRIBE, Kind.MANAGE);

    private static final String PUBLIC = "/contacts/public/:id";
    private static final long LIMIT = 4 << 10;

    private final SubscriptionService subscriptions;
    private final LinkTokenCodec tokens;
    private final SubscriptionPage page;

    public SubscriptionRoutes(
            Database database,
            ContactBatchWriter contacts,
            EventAppender events,
            UnsubscribeListener unsubscribeListener,
            LinkTokenCodec tokens) {
        this.subscriptions = new SubscriptionService(database, contacts, events, unsubscribeListener);
        this.tokens = tokens;
        this.page = new SubscriptionPage(tokens);
    }

    /** The JSON answer; {@code id} is the token of the request. */
    record SubscriptionResponse(String id, String email, boolean subscribed, String language) {}

    /** The form of the page, or that of a mail client (RFC 8058). */
    private record SubscriptionForm(
            boolean isOneClick, @Nullable Object action) {

        private static final String ONE_CLICK = "One-Click";

        static SubscriptionForm read(JsonBody body) {
            body.expects("List-Unsubscribe", MemberType.words(ONE_CLICK));
            body.expects(ACTION, MemberType.words(SUBSCRIBE, UNSUBSCRIBE));
            return new SubscriptionForm(ONE_CLICK.equals(body.raw("List-Unsubscribe")), body.raw(ACTION));
        }
    }

    @Override
    public void mount(RouteTable api) {
        for (var kind : PAGES) {
            var path = path(kind) + "/:token";
            api.get(path).access(Access.OPEN).answersFile("text/html").to(call -> linked(call, kind, this::show));
            api.post(path)
                    .access(Access.OPEN)
                    .form()
                    .limit(LIMIT)
                    .body(SubscriptionForm::read)
                    .answersFile("text/plain")
                    .answersNothing(303)
                    .to(call -> linked(call, kind, this::act));
        }
        api.get(PUBLIC)
                .access(Access.OPEN)
                .answers(SubscriptionResponse.class)
                .fails(Failure.Kind.CONTACT_NOT_FOUND)
                .to(call -> shown(call, subscriptions.find(link(call, PAGES))));
        api.post(PUBLIC + "/subscribe")
                .bodyless()
                .access(Access.OPEN)
                .answers(SubscriptionResponse.class)
                .fails(Failure.Kind.CONTACT_NOT_FOUND)
                .to(call -> shown(call, subscriptions.set(link(call, List.of(Kind.SUBSCRIBE, Kind.MANAGE)), true)));
        api.post(PUBLIC + "/unsubscribe")
                .bodyless()
                .access(Access.OPEN)
                .answers(SubscriptionResponse.class)
                .fails(Failure.Kind.CONTACT_NOT_FOUND)
                .to(call -> shown(call, subscriptions.set(link(call, List.of(Kind.UNSUBSCRIBE, Kind.MANAGE)), false)));
    }

    /** The path of links of a kind, below the public URL. */
    static String path(Kind kind) {
        return switch (kind) {
            case UNSUBSCRIBE -> "/unsubscribe";
            case SUBSCRIBE -> "/subscribe";
            case MANAGE -> "/manage";
            case OPEN, CLICK -> throw new IllegalArgumentException("No page of ours is for " + kind);
        };
    }

    private Future<ApiResponse> linked(
            ApiRequest call, Kind kind, BiFunction<LinkVisit, ApiRequest, Future<ApiResponse>> handler) {
        return tokens.read(kind, call.path("token"))
                .map(link -> handler.apply(new LinkVisit(kind, link), call))
                .orElseGet(() -> Future.succeededFuture(linkExpired(call)));
    }

    /** A request by a subscription link. */
    private record LinkVisit(Kind kind, Link link) {}

    private Future<ApiResponse> show(LinkVisit visit, ApiRequest call) {
        return subscriptions.find(visit.link()).map(found -> found.map(
                        subscriber -> page.render(visit.kind(), visit.link(), subscriber))
                .orElseGet(() -> linkExpired(call)));
    }

    private Future<ApiResponse> act(LinkVisit visit, ApiRequest call) {
        var form = SubscriptionForm.read(call.body());
        if (visit.kind() == Kind.UNSUBSCRIBE && form.isOneClick()) {
            // A deleted contact gets no email either, and a mail program must not be told that the request failed.
            return subscriptions.set(visit.link(), false).map(ignored -> ApiResponse.ok("Unsubscribed\n")
                    .with("Content-Type", "text/plain; charset=utf-8"));
        }
        var wanted = wanted(visit.kind(), form.action());
        return subscriptions
                .set(visit.link(), wanted)
                .map(found -> found.isPresent() ? redirectBack(call) : linkExpired(call));
    }

    private static boolean wanted(Kind kind, @Nullable Object action) {
        if (SUBSCRIBE.equals(action) && kind != Kind.UNSUBSCRIBE) {
            return true;
        }
        if (UNSUBSCRIBE.equals(action) && kind != Kind.SUBSCRIBE) {
            return false;
        }
        throw Failure.of(Failure.Kind.BAD_REQUEST, "The form does not say what to do with the subscription");
    }

    /** Back to the page, which now shows how things stand; a reload repeats nothing. */
    private static ApiResponse redirectBack(ApiRequest call) {
        return new ApiResponse(303, "", Map.of("Location", call.path("token"), "Content-Type", "text/plain"));
    }

    private static ApiResponse linkExpired(ApiRequest call) {
        return SubscriptionPage.linkExpired(
                Translations.ofHeader(call.header("accept-language").orElse("")));
    }

    private Link link(ApiRequest call, List<Kind> kinds) {
        var token = call.path("id");
        return kinds.stream()
                .flatMap(kind -> tokens.read(kind, token).stream())
                .findFirst()
                .orElseThrow(() -> notFound(call));
    }

    private static Future<ApiResponse> shown(ApiRequest call, Future<Optional<Subscriber>> found) {
        return found.map(subscriber -> subscriber
                .map(known -> ApiResponse.ok(new SubscriptionResponse(
                        call.path("id"),
                        known.email().value(),
                        known.subscribed(),
                        known.language().tag())))
                .orElseThrow(() -> notFound(call)));
    }

    private static Failure notFound(ApiRequest call) {
        return Failure.notFound(Failure.Kind.CONTACT_NOT_FOUND, "Contact", call.path("id"));
    }
}

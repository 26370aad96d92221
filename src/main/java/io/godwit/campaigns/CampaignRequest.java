package io.godwit.campaigns;

import io.godwit.campaigns.Audience.Kind;
import io.godwit.core.EmailAddress;
import io.godwit.core.SingleLine;
import io.godwit.core.id.Ids;
import io.godwit.core.id.SegmentId;
import io.godwit.segments.FilterService;
import io.godwit.segments.SegmentService;
import io.godwit.segments.filter.Filter;
import io.godwit.templates.EmailClass;
import io.godwit.web.JsonBody;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of {@code POST /campaigns} and {@code PUT /campaigns/:id}. Members absent from a PUT stay as they were; null
 * clears optional ones.
 */
final class CampaignRequest {

    /** Characters of a name, and of a sender's name. */
    static final int MAX_NAME = 100;

    private static final int MAX_DESCRIPTION = 500;
    /** RFC 5322 §2.1.1. */
    private static final int MAX_SUBJECT = 998;
    /** Characters; one body must stay well below the route's 2 MB to leave room for escapes. */
    private static final int MAX_BODY = 2_000_000;

    private static final int MAX_ID = 255;

    /** Members of an answer that cannot be set; they are ignored, because clients send back whole answers. */
    private static final String[] ANSWERED = {
        "id",
        "projectId",
        "segment",
        "status",
        "pauseReason",
        "scheduledAt",
        "scheduledFor",
        "sentAt",
        "endedAt",
        "totalRecipients",
        "sentCount",
        "deliveredCount",
        "openedCount",
        "clickedCount",
        "bouncedCount",
        "complainedCount",
        "unsubscribedCount",
        "machineOpens",
        "machineClicks",
        "createdAt",
        "updatedAt",
        "version"
    };

    private final JsonBody body;
    private final Optional<CampaignDraft> before;

    private CampaignRequest(JsonBody body, Optional<CampaignDraft> before) {
        this.body = body;
        this.before = before;
    }

    /** Fails with one 422 for every mistake of form. */
    static CampaignDraft read(JsonBody body, Optional<CampaignDraft> before) {
        return new CampaignRequest(body, before).draft();
    }

    /** Reads a change as that of a stored campaign is read, whose members need not be sent. */
    static void describeChange(JsonBody body) {
        var stored = new CampaignDraft(
                "",
                Optional.empty(),
                "",
                "",
                new EmailAddress("nobody@invalid"),
                Optional.empty(),
                Optional.empty(),
                EmailClass.MARKETING,
                Audience.ALL);
        read(body, Optional.of(stored));
    }

    private CampaignDraft draft() {
        before.ifPresent(ignored -> body.ignores(ANSWERED));
        var name = required("name", line("name", body.optionalText("name", 1, MAX_NAME)), CampaignDraft::name);
        var description = unchanged(
                "description", body.optionalText("description", 0, MAX_DESCRIPTION), CampaignDraft::description);
        var subject = required(
                "subject", line("subject", body.optionalText("subject", 1, MAX_SUBJECT)), CampaignDraft::subject);
        var text = required("body", body.optionalText("body", 1, MAX_BODY), CampaignDraft::body);
        var from = required("from", body.optionalAsciiEmail("from"), CampaignDraft::from);
        var sender =
                line("fromName", body.optionalText("fromName", 0, MAX_NAME)).filter(words -> !words.isBlank());
        var fromName = unchanged("fromName", sender, CampaignDraft::fromName);
        var replyTo = unchanged("replyTo", body.optionalAsciiEmail("replyTo"), CampaignDraft::replyTo);
        var type = type().or(() -> before.map(CampaignDraft::type)).orElse(EmailClass.MARKETING);
        var audience = audience();
        return body.build(() -> new CampaignDraft(
                name.orElseThrow(),
                description,
                subject.orElseThrow(),
                text.orElseThrow(),
                from.orElseThrow(),
                fromName,
                replyTo,
                type,
                audience));
    }

    private <T> Optional<T> required(String name, Optional<T> value, Function<CampaignDraft, T> old) {
        if (!body.has(name) && before.isEmpty()) {
            body.missing(name);
        }
        return value.or(() -> before.map(old));
    }

    private <T> Optional<T> unchanged(String name, Optional<T> value, Function<CampaignDraft, Optional<T>> old) {
        return body.has(name) || body.isNull(name) ? value : before.flatMap(old);
    }

    private Optional<String> line(String field, Optional<String> text) {
        if (text.isPresent() && !SingleLine.is(text.get())) {
            body.issue(field, "invalid_string", "Must not contain line breaks or control characters");
        }
        return text;
    }

    /**
     * Reads the class of the emails. Answers name the kind of audience in {@code type}, and clients send back whole answers, so
     * such a value is no class.
     */
    private Optional<EmailClass> type() {
        var named = body.optionalEnum("emailType", EmailClass.class);
        if (isAudience(body.raw("type"))) {
            return named;
        }
        var emailClass = body.optionalEnum("type", EmailClass.class);
        if (named.isPresent() && emailClass.isPresent() && !named.equals(emailClass)) {
            body.issue("type", "custom", "Says something else than emailType; give one of them");
        }
        return named.or(() -> emailClass);
    }

    private static boolean isAudience(@Nullable Object value) {
        return Stream.of(Kind.values()).anyMatch(kind -> kind.name().equals(value));
    }

    private Audience audience() {
        var kind = body.optionalEnum("audienceType", Kind.class);
        var segment = body.optionalText("segmentId", 0, MAX_ID);
        var filter = FilterService.read(body, "audienceFilter", "audienceCondition");
        if (before.isEmpty() || kind.isEmpty()) {
            kind.or(() -> before.map(draft -> draft.audience().kind()))
                    .ifPresent(known -> refuseOthers(known, segment));
        }
        if (!body.has("audienceType")) {
            return before.map(draft -> changed(draft.audience(), segment, filter))
                    .orElseGet(() -> {
                        body.missing("audienceType");
                        return Audience.ALL;
                    });
        }
        return kind.map(known -> audience(known, segment, filter)).orElse(Audience.ALL);
    }

    /**
     * Refuses what belongs to another kind of audience: left out in silence, the campaign would be sent to everybody. An update that
     * names the kind may bring back all that an answer showed.
     */
    private void refuseOthers(Kind kind, Optional<String> segment) {
        if (kind != Kind.SEGMENT && segment.filter(id -> !id.isBlank()).isPresent()) {
            refuseOther("segmentId", Kind.SEGMENT, kind);
        }
        for (var name : kind == Kind.FILTERED ? List.<String>of() : List.of("audienceFilter", "audienceCondition")) {
            if (body.has(name)) {
                refuseOther(name, Kind.FILTERED, kind);
            }
        }
    }

    private void refuseOther(String name, Kind needed, Kind kind) {
        body.issue(name, "custom", "Needs audienceType " + needed + "; this campaign has " + kind);
    }

    private Audience audience(Kind kind, Optional<String> segment, Optional<Filter> filter) {
        if (kind == Kind.SEGMENT && !body.has("segmentId")) {
            body.missing("segmentId");
        }
        if (kind == Kind.FILTERED && !body.has("audienceFilter") && !body.has("audienceCondition")) {
            body.missing("audienceFilter");
        }
        return switch (kind) {
            case ALL -> Audience.ALL;
            case SEGMENT -> new Audience(kind, segment.map(this::segment), Optional.empty());
            case FILTERED -> new Audience(kind, Optional.empty(), filter);
        };
    }

    private Audience changed(Audience old, Optional<String> segment, Optional<Filter> filter) {
        return switch (old.kind()) {
            case ALL -> old;
            case SEGMENT -> new Audience(old.kind(), segment.map(this::segment).or(old::segment), Optional.empty());
            case FILTERED -> new Audience(old.kind(), Optional.empty(), filter.or(old::filter));
        };
    }

    /**
     * Reads the id of a segment. A text that is no id is an unknown segment; the other mistakes of the request are reported
     * first.
     */
    private SegmentId segment(String id) {
        return Ids.parse(id)
                .map(SegmentId::new)
                .orElseGet(() -> body.build(() -> {
                    throw SegmentService.notFound(id);
                }));
    }

    /** Reads the body of {@code POST /campaigns/:id/test}: the recipient of the test. */
    static EmailAddress recipient(JsonBody body) {
        var email = body.email("email");
        return body.build(() -> email);
    }
}

package io.godwit.sending.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.core.Failure.Kind;
import io.godwit.web.JsonBody;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The other members of {@code POST /v1/send}: time, copies, other names, files. */
class SendOptionsRequestTest {

    private static final Instant NOW = Instant.parse("2026-11-22T18:00:00Z");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-22T18:00:00Z",
                "2026-11-22T17:59:59Z",
                "2025-01-01T00:00:00Z",
                "2028-01-01T00:00:00Z",
                "9999-01-01T00:00:00Z",
                "2026-11-23",
                "2026-11-23T10:00:00",
                "tomorrow",
                "1795400000",
                ""
            })
    void aTimeThatIsOverOrFarOrNoneIsRefused(String time) {
        assertThat(issues(with("scheduledAt", time))).extracting(Issue::field).containsOnly("scheduledAt");
        assertThat(issues(with("scheduled_at", time))).extracting(Issue::field).containsOnly("scheduled_at");
    }

    @Test
    void aTimeHasAZoneAndIsWithinAYear() {
        assertThat(parse(with("scheduledAt", "2026-11-22T20:00:01+02:00")).scheduledAt())
                .contains(Instant.parse("2026-11-22T18:00:01Z"));
        assertThat(parse(with("scheduled_at", "2027-11-22T18:00:00Z")).scheduledAt())
                .isPresent();
        assertThat(parse(valid()).scheduledAt()).isEmpty();
    }

    @Test
    void toCcAndBccHaveFiftyTogether() {
        var body = with("to", Collections.nCopies(48, "a@x.test"));
        body.put("cc", "c@x.test");
        body.put("bcc", List.of(Map.of("email", "b@x.test", "name", "Bea")));
        assertThat(parse(body).recipients().bcc()).hasSize(1);

        body.put("cc", List.of("c@x.test", "d@x.test"));
        assertThat(issues(body)).extracting(Issue::code).containsExactly("too_big");

        body.put("cc", List.of());
        body.put("bcc", List.of());
        body.put("to", Collections.nCopies(51, "a@x.test"));
        assertThat(parse(body).recipients().to()).hasSize(51);
    }

    @Test
    void aWrongCopyIsCalledByItsName() {
        assertThat(issues(with("cc", List.of("c@x.test", "nobody"))))
                .extracting(Issue::field)
                .containsExactly("cc.1");
        assertThat(issues(with("bcc", "nobody"))).extracting(Issue::field).containsExactly("bcc");
    }

    @Test
    void theReplyAddressHasThreeNames() {
        for (var name : List.of("reply", "replyTo", "reply_to")) {
            assertThat(parse(with(name, "re@x.test")).reply()).hasToString("Optional[re@x.test]");
        }
        var both = with("reply", "re@x.test");
        both.put("replyTo", "other@x.test");
        assertThat(issues(both)).extracting(Issue::field).containsExactly("replyTo");
    }

    @Test
    void theTypeOfAFileHasThreeNames() {
        for (var name : List.of("contentType", "content_type", "type")) {
            var file = new LinkedHashMap<>(file());
            file.remove("contentType");
            file.put(name, "image/png");
            assertThat(parse(with("attachments", List.of(file)))
                            .attachments()
                            .get(0)
                            .contentType())
                    .isEqualTo("image/png");
        }
    }

    @Test
    void aPictureTheBodyShowsIsInlineUnlessTheCallerSaysNot() {
        assertThat(inline("<img src=\"cid:logo\">", Map.of("contentId", "logo")))
                .isTrue();
        assertThat(inline("<img src=cid:logo>", Map.of("content_id", "logo"))).isTrue();
        assertThat(inline("<img src='cid:logo%40x'>", Map.of("contentId", "logo@x")))
                .isTrue();
        assertThat(inline("<img src=\"cid:logo2\">", Map.of("contentId", "logo")))
                .isFalse();
        assertThat(inline("<p>none</p>", Map.of("contentId", "logo"))).isFalse();
        assertThat(inline("<img src=\"cid:logo\">", Map.of("contentId", "logo", "disposition", "attachment")))
                .isFalse();
        assertThat(inline("<p>none</p>", Map.of("contentId", "logo", "disposition", "inline")))
                .isTrue();
    }

    private static boolean inline(String html, Map<String, String> more) {
        var file = new LinkedHashMap<>(file());
        file.putAll(more);
        return parse(with("attachments", List.of(file)))
                .attachments()
                .get(0)
                .in(html)
                .inline();
    }

    @Test
    void messagesEmptyFilesAndQuotesInNamesAreAttached() {
        assertThat(parse(attached("contentType", "message/rfc822")).attachments())
                .hasSize(1);
        assertThat(parse(attached("filename", "say \"hi\".txt"))
                        .attachments()
                        .get(0)
                        .filename())
                .isEqualTo("say \"hi\".txt");
        assertThat(parse(attached("content", "")).attachments().get(0).bytes()).isEmpty();
    }

    /** A second List-Unsubscribe or References makes a message readers disagree about (RFC 5322 §3.6, RFC 2369 §3.4). */
    @Test
    void aHeaderIsGivenOnceInAnyCase() {
        var headers = new LinkedHashMap<String, Object>();
        headers.put("List-Unsubscribe", "<https://x.test>");
        headers.put("list-unsubscribe", "<https://y.test>");

        assertThat(issues(with("headers", headers)))
                .extracting(Issue::field)
                .containsExactly("headers.list-unsubscribe");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-SMTPAPI",
                "X-MC-BccAddress",
                "x-ses-configuration-set",
                "X-Mailgun-Variables",
                "Feedback-ID",
                "X-ElasticEmail-Settings",
                "x-virtual-mta",
                "X-Job",
                "X-Envid",
                "X-GreenArrow-MailClass",
                "X-xsMailingId",
                "X-MailerSend-Tags"
            })
    void aHeaderThatSteersTheRelayIsRefusedUnlessTheOperatorAllowsIt(String name) {
        var body = Map.<String, Object>of(
                "to", "ada@example.org", "subject", "Hi", "body", "Hi", "headers", Map.of(name, "1"));

        assertThatThrownBy(() -> SendRequest.parse(JsonBody.of(body), NOW, false))
                .isInstanceOf(Failure.class);
        assertThat(SendRequest.parse(JsonBody.of(body), NOW, true).headers()).hasSize(1);
    }

    @Test
    void aHeaderThatOnlyBeginsLikeARelaysIsTaken() {
        var headers = Map.of("X-Job-Id", "1", "X-Envidual", "2");
        var body = Map.<String, Object>of("to", "ada@example.org", "subject", "Hi", "body", "Hi", "headers", headers);

        assertThat(SendRequest.parse(JsonBody.of(body), NOW, false).headers()).hasSize(2);
    }

    private static SendRequest parse(Map<String, Object> body) {
        return SendRequest.parse(JsonBody.of(body), NOW, false);
    }

    private static List<Issue> issues(Map<String, Object> body) {
        var failure = catchThrowableOfType(Failure.class, () -> parse(body));
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).isEqualTo(Kind.VALIDATION_ERROR);
        return failure.issues();
    }

    private static Map<String, Object> with(String field, Object value) {
        var body = valid();
        body.put(field, value);
        return body;
    }

    private static Map<String, Object> attached(String field, String value) {
        var file = new LinkedHashMap<>(file());
        file.put(field, value);
        return with("attachments", List.of(file));
    }

    private static Map<String, Object> file() {
        return Map.of("filename", "a.txt", "contentType", "text/plain", "content", "QQ==");
    }

    private static Map<String, Object> valid() {
        var body = new LinkedHashMap<String, Object>();
        body.put("to", "a@x.test");
        body.put("from", "hi@ok.test");
        body.put("subject", "s");
        body.put("body", "b");
        return body;
    }
}

package io.godwit.sending.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.core.Failure.Kind;
import io.godwit.smtp.message.Header;
import io.godwit.web.JsonBody;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The bodies that {@code POST /v1/send} accepts and refuses. */
class SendRequestTest {

    private static final String EVERY_CONTROL =
            "\u0000 \u0001 \t \n \u000b \r \u001b \u007f \u0085 \u009f \u2028 \u2029";

    @ParameterizedTest
    @ValueSource(strings = {"X\rA", "X\nA", "X\r\nA", "X:", "X A", "", "Ä", "X\u0000", "X(", "X\""})
    void namesThatAreNoTokenAreRefused(String name) {
        assertThat(issues(with("headers", Map.of(name, "v"))))
                .extracting(Issue::field)
                .containsExactly("headers." + name);
    }

    @Test
    void aLongNameIsRefusedAndTheLongestIsNot() {
        assertThat(issues(with("headers", Map.of("X".repeat(200), "v")))).hasSize(1);
        assertThat(issues(with("headers", Map.of("X".repeat(77), "v")))).hasSize(1);
        assertThat(parse(with("headers", Map.of("X".repeat(76), "v"))).headers())
                .hasSize(1);
    }

    static Stream<String> controls() {
        return Arrays.stream(EVERY_CONTROL.split(" ", -1));
    }

    @ParameterizedTest
    @MethodSource("controls")
    void controlsAndLineEndsAreRefusedInEveryLine(String control) {
        var text = "a" + control + "Bcc: e@evil.test";

        assertThat(issues(with("headers", Map.of("X-A", text))))
                .extracting(Issue::field)
                .containsExactly("headers.X-A");
        assertThat(issues(with("subject", text))).extracting(Issue::field).containsExactly("subject");
        assertThat(issues(with("name", text))).extracting(Issue::field).containsExactly("name");
        assertThat(issues(with("from", Map.of("email", "a@ok.test", "name", text))))
                .extracting(Issue::field)
                .containsExactly("from.name");
        assertThat(issues(with("to", List.of("b@x.test", Map.of("email", "a@x.test", "name", text)))))
                .extracting(Issue::field)
                .containsExactly("to.1.name");
        assertThat(issues(attached("filename", text)))
                .extracting(Issue::field)
                .containsExactly("attachments.0.filename");
        assertThat(issues(attached("contentType", text)))
                .extracting(Issue::field)
                .containsExactly("attachments.0.contentType");
        assertThat(issues(attached("contentId", text)))
                .extracting(Issue::field)
                .containsExactly("attachments.0.contentId");
    }

    @Test
    void theLongestValueHas998Characters() {
        assertThat(issues(with("headers", Map.of("X-A", "v".repeat(999))))).hasSize(1);
        assertThat(parse(with("headers", Map.of("X-A", "v".repeat(998)))).headers())
                .containsExactly(new Header("X-A", "v".repeat(998)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "From",
                "Sender",
                "To",
                "Cc",
                "Bcc",
                "Subject",
                "Date",
                "Message-ID",
                "MIME-Version",
                "Content-Type",
                "Content-Foo",
                "Return-Path",
                "Received",
                "DKIM-Signature",
                "ARC-Seal",
                "ARC-Authentication-Results",
                "Authentication-Results",
                "Resent-From",
                "Resent-Foo",
                "Reply-To",
                "X-Godwit-To",
                "TLS-Report-Domain",
                "X-Godwit-Anything"
            })
    void reservedHeadersAreRefusedInAnyCase(String name) {
        for (var spelling :
                List.of(name, name.toLowerCase(java.util.Locale.ROOT), name.toUpperCase(java.util.Locale.ROOT))) {
            assertThat(issues(with("headers", Map.of(spelling, "v"))))
                    .extracting(Issue::code)
                    .containsExactly("custom");
        }
    }

    @Test
    void theCallerMaySetListUnsubscribe() {
        assertThat(parse(with("headers", Map.of("List-Unsubscribe", "<https://x.test>")))
                        .headers())
                .hasSize(1);
    }

    @Test
    void tooManyHeadersAreRefused() {
        var headers = new LinkedHashMap<String, Object>();
        for (var at = 0; at < 51; at++) {
            headers.put("X-" + at, "v");
        }

        assertThat(issues(with("headers", headers))).extracting(Issue::field).containsExactly("headers");
        headers.remove("X-0");
        assertThat(parse(with("headers", headers)).headers()).hasSize(50);
        headers.replaceAll((name, ignored) -> "v".repeat(900));
        assertThat(issues(with("headers", headers))).extracting(Issue::code).containsExactly("too_big");
    }

    @Test
    void aSubjectHasUpTo998CharactersOfAnyScript() {
        assertThat(issues(with("subject", ""))).extracting(Issue::code).contains("too_small");
        assertThat(issues(with("subject", "x".repeat(999))))
                .extracting(Issue::code)
                .containsExactly("too_big");
        assertThat(parse(with("subject", "\ud83d\ude00".repeat(499))).subject()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@ok.test>,<b@evil.test",
                "a@ok.test@evil.test",
                "a@evil.test (a@ok.test)",
                "a@ok.test.",
                "Ada <a@ok.test>",
                "a@ok.test\nBcc: b@x.test",
                "a@x.test, b@x.test",
                "a@[127.0.0.1]",
                "a",
                ".a@x.test",
                "a..b@x.test",
                "\u00e4\u200b@x.test",
                "a@",
                "@x.test",
                "",
                " ",
                "a b@x.test",
                "a@localhost"
            })
    void whatIsNotOneAddressIsRefused(String text) {
        assertThat(issues(with("to", text))).extracting(Issue::field).containsExactly("to");
        assertThat(issues(with("to", List.of("a@x.test", Map.of("email", text)))))
                .extracting(Issue::field)
                .containsExactly("to.1.email");
        assertThat(issues(with("from", text))).extracting(Issue::field).containsExactly("from");
        assertThat(issues(with("reply", text))).extracting(Issue::field).containsExactly("reply");
    }

    @Test
    void lengthsOfAnAddress() {
        assertThat(issues(with("to", "a".repeat(65) + "@x.test"))).hasSize(1);
        assertThat(issues(with("to", "a@" + "d".repeat(60).concat(".").repeat(5) + "test")))
                .hasSize(1);
        assertThat(parse(with("to", "a".repeat(64) + "@x.test")).recipients().to())
                .hasSize(1);
    }

    @Test
    void recipientsAreOneToAThousand() {
        assertThat(issues(with("to", List.of()))).extracting(Issue::code).containsExactly("too_small");
        assertThat(issues(with("to", Collections.nCopies(1001, "a@x.test"))))
                .extracting(Issue::code)
                .containsExactly("too_big");
        assertThat(issues(with("to", Collections.nCopies(10_001, 7)))).hasSize(1);
        assertThat(parse(with("to", Collections.nCopies(1000, "a@x.test")))
                        .recipients()
                        .to())
                .hasSize(1000);
    }

    static Stream<Arguments> badFiles() {
        return Stream.of(
                Arguments.of("filename", "x".repeat(256)),
                Arguments.of("filename", ""),
                Arguments.of("contentType", "image"),
                Arguments.of("contentType", "text/plain; name"),
                Arguments.of("contentType", "Message/Partial"),
                Arguments.of("contentType", "multipart/mixed"),
                Arguments.of("contentType", "text/pl ain"),
                Arguments.of("contentId", "<logo>"),
                Arguments.of("contentId", "lo go"),
                Arguments.of("content", "****"),
                Arguments.of("content", "QQ=a"),
                Arguments.of("content", "Q"),
                Arguments.of("content", "\u00e4\u00e4\u00e4\u00e4"),
                Arguments.of("content", "data:text/plain;base64,QQ=="),
                Arguments.of("disposition", "form-data"),
                Arguments.of("disposition", "INLINE"));
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void badFilesAreRefusedByField(String field, String value) {
        assertThat(issues(attached(field, value))).extracting(Issue::field).containsOnly("attachments.0." + field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc/passwd", "..\\passwd", "/passwd", "passwd\u202e", "c:\\x\\passwd", " passwd "})
    void fileNamesLoseTheirFoldersAndDirectionMarks(String name) {
        assertThat(parse(attached("filename", name)).attachments().get(0).filename())
                .isEqualTo("passwd");
    }

    @Test
    void anythingElseIsAFile() {
        assertThat(parse(attached("filename", "..")).attachments().get(0).filename())
                .isEqualTo("attachment");
        for (var type : List.of("application/x-unknown+zip", "text/csv;charset=utf-8", "a/b; x=\"y; z\" ; q=1"))
            assertThat(parse(attached("contentType", type)).attachments()).hasSize(1);
        assertThat(parse(attached("content", "aGVs\r\nbG8=\n"))
                        .attachments()
                        .get(0)
                        .bytes())
                .isEqualTo("hello".getBytes(UTF_8));
    }

    @Test
    void elevenFilesOrMoreThanTenMegabytesAreRefused() {
        assertThat(issues(with("attachments", Collections.nCopies(11, file()))))
                .extracting(Issue::field)
                .containsExactly("attachments");
        var ten = files(10 << 20);
        assertThat(parse(with("attachments", ten)).attachments()).hasSize(2);
        var more = issues(with("attachments", files((10 << 20) + 1)));
        assertThat(more)
                .extracting(Issue::field, Issue::code)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("attachments", "custom"));
        assertThat(issues(with("attachments", files(30 << 20)))).hasSize(1);
    }

    @Test
    void anInlineFileNeedsAContentId() {
        var issues = issues(attached("disposition", "inline"));

        assertThat(issues)
                .extracting(Issue::field, Issue::code)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("attachments.0.contentId", "custom"));
    }

    @Test
    void eitherTemplateOrSubjectAndBody() {
        for (var missing : List.of("subject", "body")) {
            var body = valid();
            body.remove(missing);
            assertThat(issues(body))
                    .extracting(Issue::field, Issue::code)
                    .containsExactly(org.assertj.core.groups.Tuple.tuple("template", "custom"));
            body.put("template", "x");
            assertThat(parse(body).template()).contains("x");
        }
    }

    @Test
    void everyMistakeIsToldAtOnce() {
        var body = valid();
        body.put("to", List.of("x", 7));
        body.put("reply", 1);
        body.put("headers", Map.of("From", "v"));

        assertThat(issues(body))
                .extracting(Issue::field)
                .containsExactlyInAnyOrder("to.0", "to.1", "reply", "headers.From");
    }

    private static final Map<String, List<String>> FIELD_TO_TYPES = Map.ofEntries(
            Map.entry("to", List.of()),
            Map.entry("subject", List.of("string", "long", "null")),
            Map.entry("cc", List.of("array", "null")),
            Map.entry("bcc", List.of("array", "null")),
            Map.entry("scheduledAt", List.of("null")),
            Map.entry("text", List.of("string", "long", "null")),
            Map.entry("replyTo", List.of("null")),
            Map.entry("body", List.of("string", "long", "null")),
            Map.entry("template", List.of("string", "null")),
            Map.entry("from", List.of("null")),
            Map.entry("name", List.of("string", "empty", "null")),
            Map.entry("subscribed", List.of("bool", "null")),
            Map.entry("tracking", List.of("bool", "null")),
            Map.entry("data", List.of("object", "null")),
            Map.entry("headers", List.of("object", "null")),
            Map.entry("reply", List.of("null")),
            Map.entry("attachments", List.of("array", "null")));

    static Stream<Arguments> types() {
        var typeToValue = new LinkedHashMap<String, Object>();
        typeToValue.put("null", null);
        typeToValue.put("number", 7);
        typeToValue.put("string", "text");
        typeToValue.put("array", List.of());
        typeToValue.put("object", Map.of());
        typeToValue.put("bool", true);
        typeToValue.put("long", "x".repeat(998));
        typeToValue.put("empty", "");
        return FIELD_TO_TYPES.keySet().stream().flatMap(field -> typeToValue.entrySet().stream()
                .map(entry -> Arguments.of(field, entry.getKey(), entry.getValue())));
    }

    @ParameterizedTest(name = "{0} as {1}")
    @MethodSource("types")
    void aFieldOfAnotherTypeIsRefusedByName(String field, String type, Object value) {
        var body = valid();
        body.put("template", "t");
        body.put(field, value);

        if (FIELD_TO_TYPES.get(field).contains(type)) {
            assertThat(parse(body)).isNotNull();
        } else {
            assertThat(issues(body))
                    .extracting(Issue::field)
                    .allMatch(name -> name.equals(field) || name.startsWith(field + "."));
        }
    }

    private static SendRequest parse(Map<String, Object> body) {
        return SendRequest.parse(JsonBody.of(body), Instant.EPOCH, false);
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

    private static List<Map<String, Object>> files(int bytes) {
        var files = new ArrayList<Map<String, Object>>();
        for (var size : List.of(bytes / 2, bytes - bytes / 2)) {
            var file = new LinkedHashMap<>(file());
            file.put("content", Base64.getEncoder().encodeToString(new byte[size]));
            files.add(file);
        }
        return files;
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

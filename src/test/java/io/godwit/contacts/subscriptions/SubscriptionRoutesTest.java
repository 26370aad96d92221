package io.godwit.contacts.subscriptions;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.Crypto;
import io.godwit.core.LinkTokenCodec;
import io.godwit.core.LinkTokenCodec.Kind;
import io.godwit.core.LinkTokenCodec.Link;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.core.id.ProjectId;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.api.RouteCatalog;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what a contact can do by the links of its mail. */
@GodwitServer
class SubscriptionRoutesTest {

    private static final String ONE_CLICK = "List-Unsubscribe=One-Click";
    private static final String FORM = "application/x-www-form-urlencoded";

    /** With the keys every test server has. */
    private static final LinkTokenCodec TOKENS = tokens("11", "22");

    private static TestServer server;

    private final UUID contact = Ids.next();
    private final UUID email = Ids.next();

    private static LinkTokenCodec tokens(String signing, String encryption) {
        var hex = HexFormat.of();
        return new LinkTokenCodec(Crypto.of(hex.parseHex(signing.repeat(32)), hex.parseHex(encryption.repeat(32))));
    }

    @BeforeEach
    void subscribe() {
        server.database()
                .query(
                        "INSERT INTO contacts (project_id, id, email, subscribed) VALUES (?::uuid, ?, ?, true)",
                        server.projectId(0),
                        contact,
                        contact + "@example.org");
    }

    @Test
    void theLinksOfAMailLeadToThePagesOfItsReader() {
        var mail = new JsonObject()
                .put("to", "reader@example.org")
                .put("from", "hello@" + server.domain(0))
                .put("subject", "links")
                .put("subscribed", true)
                .put("body", "{{{unsubscribeUrl}}} {{{subscribeUrl}}} {{{manageUrl}}}");
        var accepted = server.post("/v1/send", server.secretKey(0), mail);
        assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(200);
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> server.get("/dev/mailbox/messages", "").body().contains("\"links\""));
        var text = server.get("/dev/mailbox/messages", "").body();

        for (var path : List.of("unsubscribe", "subscribe", "manage")) {
            var link = text.replaceAll("(?s).*?(http://localhost:\\d+/" + path + "/[\\w-]{88}).*", "$1");
            var page = server.get(link.substring(server.baseUrl().length()), "");
            assertThat(page.statusCode()).as(link).isEqualTo(200);
            assertThat(page.body()).contains("reader@example.org");
        }
    }

    /** Link scanners look at everything. */
    @ParameterizedTest
    @EnumSource(names = {"UNSUBSCRIBE", "SUBSCRIBE", "MANAGE"})
    void lookingChangesNothing(Kind kind) {
        for (var method : List.of("GET", "HEAD")) {
            var page = server.call(method, path(kind), "", "");

            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.headers().firstValue("content-type")).hasValue("text/html; charset=utf-8");
            assertThat(page.headers().firstValue("cache-control")).hasValue("no-store");
            assertThat(page.headers().firstValue("x-content-type-options")).hasValue("nosniff");
            assertThat(page.headers().firstValue("referrer-policy")).hasValue("no-referrer");
            assertThat(page.headers().firstValue("content-security-policy").orElse(""))
                    .contains(
                            "default-src 'none'", "style-src 'sha256-", "form-action 'self'", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
        }
        assertThat(isSubscribed()).isTrue();
        assertThat(flips()).isEmpty();
    }

    @Test
    void aMailProgramUnsubscribesWithOneClick() {
        for (var repeated = 0; repeated < 3; repeated++) {
            var answer = post(Kind.UNSUBSCRIBE, FORM, ONE_CLICK);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("set-cookie")).isEmpty();
        }

        assertThat(isSubscribed()).isFalse();
        assertThat(flips()).containsExactly(Map.of("name", "contact.unsubscribed", "email_id", email));
    }

    /** RFC 8058 §3.1 lets the program choose between the two ways of sending a form. */
    @Test
    void aMailProgramMaySendAMultipartForm() {
        var body = "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n";

        assertThat(post(Kind.UNSUBSCRIBE, "multipart/form-data; boundary=b", body)
                        .statusCode())
                .isEqualTo(200);

        assertThat(isSubscribed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "UNSUBSCRIBE, '', 400",
        "UNSUBSCRIBE, List-Unsubscribe=Two-Click, 400",
        "UNSUBSCRIBE, list-unsubscribe=One-Click, 400",
        "UNSUBSCRIBE, action=subscribe, 400",
        "UNSUBSCRIBE, action=, 400",
        "UNSUBSCRIBE, %zz=1, 422",
        "SUBSCRIBE, List-Unsubscribe=One-Click, 400",
        "SUBSCRIBE, action=unsubscribe, 400",
        "MANAGE, List-Unsubscribe=One-Click, 400",
        "MANAGE, action=delete, 400"
    })
    void anotherBodyChangesNothing(Kind kind, String body, int status) {
        assertThat(post(kind, FORM, body).statusCode()).isEqualTo(status);
        assertThat(post(kind, "application/json", "{\"action\":\"unsubscribe\"}")
                        .statusCode())
                .isEqualTo(415);
        assertThat(post(kind, FORM, "x=" + "y".repeat(5_000)).statusCode()).isEqualTo(413);

        assertThat(isSubscribed()).isTrue();
        assertThat(flips()).isEmpty();
    }

    @Test
    void theFormsOfThePagesLeadOutAndInAgain() {
        var out = post(Kind.UNSUBSCRIBE, FORM, "action=unsubscribe");
        assertThat(out.statusCode()).isEqualTo(303);
        assertThat(out.headers().firstValue("location")).hasValue(token(Kind.UNSUBSCRIBE));
        var page = server.get(path(Kind.UNSUBSCRIBE), "").body();
        assertThat(page)
                .contains("You are unsubscribed", "action=\"../subscribe/" + token(Kind.SUBSCRIBE), "Subscribe again");

        assertThat(post(Kind.SUBSCRIBE, FORM, "action=subscribe").statusCode()).isEqualTo(303);
        assertThat(server.get(path(Kind.SUBSCRIBE), "").body())
                .contains("You are subscribed", "../manage/" + token(Kind.MANAGE))
                .doesNotContain("<form");

        assertThat(post(Kind.MANAGE, FORM, "action=unsubscribe").statusCode()).isEqualTo(303);
        assertThat(isSubscribed()).isFalse();
        assertThat(flips())
                .extracting(flip -> flip.get("name"))
                .containsExactly("contact.unsubscribed", "contact.subscribed", "contact.unsubscribed");
    }

    @Test
    void aTokenThatIsNotOursLeadsNowhere() {
        var project = new ProjectId(UUID.fromString(server.projectId(0)));
        var other = new ProjectId(UUID.fromString(server.projectId(1)));
        var good = token(Kind.UNSUBSCRIBE);
        var changed = good.toCharArray();
        changed[40] = changed[40] == 'A' ? 'B' : 'A';
        var forged = tokens("33", "22").write(Kind.UNSUBSCRIBE, link(project));

        for (var token : List.of(
                good.substring(1),
                good.substring(0, 87),
                good + "A",
                good + "=",
                new String(changed),
                good.toLowerCase(Locale.ROOT),
                forged,
                TOKENS.write(Kind.UNSUBSCRIBE, link(other)),
                token(Kind.MANAGE),
                token(Kind.OPEN),
                token(Kind.CLICK),
                contact.toString(),
                "%00",
                "..%2f..",
                "x".repeat(4_000))) {
            var look = server.get("/unsubscribe/" + token, "");
            var click = server.call("POST", "/unsubscribe/" + token, "", "action=unsubscribe", "Content-Type", FORM);
            assertThat(look.statusCode()).as(token).isEqualTo(404);
            assertThat(click.statusCode()).as(token).isEqualTo(404);
            assertThat(server.get("/contacts/public/" + token.replace(token(Kind.MANAGE), "x"), "")
                            .statusCode())
                    .as(token)
                    .isEqualTo(404);
        }
        assertThat(isSubscribed()).isTrue();
    }

    @Test
    void aLinkToNobodySaysSoInTheBrowsersLanguage() {
        var page = server.call("GET", "/manage/x", "", "", "Accept-Language", "xx-YY, fr-CH;q=0.9, en;q=0.8");

        assertThat(page.statusCode()).isEqualTo(404);
        assertThat(page.body()).contains("<html lang=\"fr\">", "Ce lien ne fonctionne pas");
    }

    @Test
    void whoIsNoMoreHasNoPageButIsNotToldThatLeavingFailed() {
        server.database().query("DELETE FROM contacts WHERE id = ?", contact);

        assertThat(server.get(path(Kind.MANAGE), "").statusCode()).isEqualTo(404);
        assertThat(post(Kind.UNSUBSCRIBE, FORM, "action=unsubscribe").statusCode())
                .isEqualTo(404);
        assertThat(post(Kind.UNSUBSCRIBE, FORM, ONE_CLICK).statusCode()).isEqualTo(200);
        assertThat(flips()).isEmpty();
    }

    @Test
    void theSameCanBeHadAsJson() {
        var asked = json("GET", Kind.MANAGE, "");
        assertThat(asked)
                .isEqualTo(new JsonObject()
                        .put("id", token(Kind.MANAGE))
                        .put("email", contact + "@example.org")
                        .put("subscribed", true)
                        .put("language", "en"));

        assertThat(json("POST", Kind.UNSUBSCRIBE, "/unsubscribe").getBoolean("subscribed"))
                .isFalse();
        assertThat(json("POST", Kind.MANAGE, "/unsubscribe").getBoolean("subscribed"))
                .isFalse();
        assertThat(json("POST", Kind.SUBSCRIBE, "/subscribe").getBoolean("subscribed"))
                .isTrue();
        assertThat(flips()).hasSize(2).allSatisfy(flip -> assertThat(flip.get("email_id"))
                .isEqualTo(email));
    }

    @Test
    void theJsonSurfaceKnowsTokensOnlyAndEachForItsOwnPurpose() {
        for (var id : List.of(contact.toString(), Ids.next().toString(), "x")) {
            RouteCatalog.assertFailure(server.get("/contacts/public/" + id, ""), 404, "CONTACT_NOT_FOUND");
            for (var act : List.of("/subscribe", "/unsubscribe")) {
                RouteCatalog.assertFailure(
                        server.call("POST", "/contacts/public/" + id + act, "", ""), 404, "CONTACT_NOT_FOUND");
            }
        }
        var crossed = server.call("POST", "/contacts/public/" + token(Kind.SUBSCRIBE) + "/unsubscribe", "", "");
        assertThat(crossed.statusCode()).isEqualTo(404);
        assertThat(isSubscribed()).isTrue();
    }

    @Test
    void aDisabledProjectKeepsNobodySubscribed() {
        server.database().query("UPDATE projects SET disabled = true WHERE id = ?::uuid", server.projectId(1));
        server.database().query("UPDATE contacts SET project_id = ?::uuid WHERE id = ?", server.projectId(1), contact);
        var token = TOKENS.write(Kind.UNSUBSCRIBE, link(new ProjectId(UUID.fromString(server.projectId(1)))));

        server.call("POST", "/unsubscribe/" + token, "", ONE_CLICK, "Content-Type", FORM);

        assertThat(isSubscribed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "'\"de\"', de",
        "'\"pt-BR\"', pt",
        "'\"ZH_hant_TW\"', zh-TW",
        "'\"zh-HK\"', zh-HK",
        "'\"zh\"', zh-CN",
        "'\"tlh\"', nl",
        "null, nl",
        "7, nl",
        "'{\"a\":1}', nl"
    })
    void thePageSpeaksTheContactsLanguageOrTheProjects(String locale, String language) {
        server.database().query("UPDATE projects SET language = 'nl' WHERE id = ?::uuid", server.projectId(0));
        server.database()
                .query(
                        "UPDATE contacts SET data = jsonb_build_object('locale', ?::jsonb) WHERE id = ?",
                        locale,
                        contact);

        var page = server.get(path(Kind.MANAGE), "").body();
        server.database().query("UPDATE projects SET language = 'en' WHERE id = ?::uuid", server.projectId(0));

        assertThat(page).contains("<html lang=\"" + language + "\">");
    }

    @Test
    void namesAndAddressesCannotBecomeMarkup() {
        server.database()
                .query(
                        "UPDATE projects SET name = ? WHERE id = ?::uuid",
                        "<script>alert(1)</script>\"'&{email}",
                        server.projectId(0));
        server.database().query("UPDATE contacts SET email = ? WHERE id = ?", "{project}'<b>@x.test", contact);

        var pages = Stream.of(Kind.UNSUBSCRIBE, Kind.SUBSCRIBE, Kind.MANAGE)
                .map(kind -> server.get(path(kind) + "?lang=%3Cscript%3E", "").body())
                .toList();
        server.database().query("UPDATE projects SET name = 'Demo' WHERE id = ?::uuid", server.projectId(0));

        assertThat(pages).allSatisfy(page -> assertThat(page)
                .contains("<bdi>&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;{email}</bdi>")
                .doesNotContain("<script", "<b>"));
        assertThat(pages.get(0)).contains("<bdi>{project}&#39;&lt;b&gt;@x.test</bdi>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/unsubscribe/", "/subscribe/", "/manage/", "/contacts/public/"})
    void thereIsNothingWithoutAToken(String path) {
        RouteCatalog.assertFailure(server.get(path, ""), 404, "ROUTE_NOT_FOUND");
    }

    private Link link(ProjectId project) {
        return new Link(project, new ContactId(contact), new EmailId(email));
    }

    private String token(Kind kind) {
        return TOKENS.write(kind, link(new ProjectId(UUID.fromString(server.projectId(0)))));
    }

    private String path(Kind kind) {
        return "/" + kind.name().toLowerCase(Locale.ROOT) + "/" + token(kind);
    }

    private HttpResponse<String> post(Kind kind, String type, String body) {
        var headers = body.isEmpty() ? new String[0] : new String[] {"Content-Type", type};
        return server.call("POST", path(kind), "", body, headers);
    }

    private JsonObject json(String method, Kind kind, String act) {
        var answer = server.call(method, "/contacts/public/" + token(kind) + act, "", "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new JsonObject(answer.body());
    }

    private boolean isSubscribed() {
        return server.database().count("SELECT count(*) FROM contacts WHERE id = ? AND subscribed", contact) == 1;
    }

    private List<Map<String, Object>> flips() {
        return server.database().query("SELECT name, email_id FROM events WHERE contact_id = ? ORDER BY id", contact);
    }
}

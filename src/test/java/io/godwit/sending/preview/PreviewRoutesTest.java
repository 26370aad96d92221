package io.godwit.sending.preview;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.core.id.Ids;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.SendApiServer;
import io.godwit.sending.SendApiServer.Project;
import io.godwit.sending.SendApiServer.Response;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@CloseFields
class PreviewRoutesTest {

    private static SendApiServer server;
    private final Project project = server.project();

    @BeforeAll
    static void start() {
        server = SendApiServer.start();
    }

    @Test
    void aTemplateIsShownWithGivenValuesAndWhatIsMissingIsNamed() {
        var id = template(
                "Hi {{name ?? there}}",
                "<p>{{name}}</p><p>{{plan.title}}</p>{{#if vip}}V{{else}}-{{/if}}{{#each items}}<i>{{this.x}}{{this.y}}</i>{{/each}}"
                        + "{{#each more}}x{{/each}}<a href=\"{{unsubscribeUrl}}\">{{email}}</a>");
        var data = new JsonObject().put("name", "A&B").put("items", new JsonArray().add(new JsonObject().put("x", 1)));

        var shown = preview(id, new JsonObject().put("data", data));

        assertThat(shown.body().getString("subject")).isEqualTo("Hi A&B");
        assertThat(shown.body().getString("html"))
                .isEqualTo("<p>A&amp;B</p><p></p>-<i>1</i><a href=\"" + SendApiServer.PUBLIC_URL
                        + "/unsubscribe/preview\">reader@example.com</a>");
        assertThat(shown.body().getString("text")).startsWith("A&B").doesNotContain("<");
        assertThat(missing(shown)).containsExactly("plan.title", "this.y", "more");
    }

    @Test
    void anInvoiceInLiquidIsShownWithWhatIsMissing() {
        var id = template("Invoice {{ invoice.number }} of {{ invoice.date | date: \"%-d %B %Y\" }}", """
                {%- assign total = 0 -%}
                <p>Dear {{ first_name | default: "customer" | capitalize }},</p>
                <table>
                {%- for line in invoice.lines -%}
                  {%- assign sum = line.price | times: line.quantity -%}
                  {%- assign total = total | plus: sum -%}
                  <tr><td>{{ forloop.index }}</td><td>{{ line.title }}</td><td>{{ sum | round: 2 }}</td></tr>
                {%- else -%}
                  <tr><td>No items</td></tr>
                {%- endfor -%}
                </table>
                {%- if total > 100 and invoice.country != "US" %}<p>Free shipping</p>{% elsif total > 0 %}<p>Shipping 5</p>{% endif -%}
                {%- case invoice.status -%}{%- when "paid", "settled" -%}<p>Paid</p>{%- else -%}<p>Due: {{ total }}</p>{%- endcase -%}
                {{ invoice.note }}""");
        var lines = new JsonArray()
                .add(new JsonObject()
                        .put("title", "Tea & cups")
                        .put("price", 12.5)
                        .put("quantity", 2))
                .add(new JsonObject().put("title", "Pot").put("price", 90).put("quantity", 1));
        var invoice = new JsonObject()
                .put("number", "R-7")
                .put("date", "2026-03-05")
                .put("lines", lines)
                .put("country", "DE")
                .put("status", "paid");

        var shown = preview(id, new JsonObject().put("data", new JsonObject().put("invoice", invoice)));

        assertThat(shown.body().getString("subject")).isEqualTo("Invoice R-7 of 5 March 2026");
        assertThat(shown.body().getString("html"))
                .contains("<p>Dear Customer,</p>")
                .contains(
                        "<tr><td>1</td><td>Tea &amp; cups</td><td>25</td></tr><tr><td>2</td><td>Pot</td><td>90</td></tr></table>")
                .contains("<p>Free shipping</p>", "<p>Paid</p>")
                .doesNotContain("{%", "Due");
        assertThat(missing(shown)).containsExactly("first_name", "invoice.note");
    }

    @Test
    void whatTakesTooMuchWorkIsRefusedInAPreview() {
        var id = template(
                "Hi", "{% for a in list %}{% for b in list %}{% for c in list %}{% endfor %}{% endfor %}{% endfor %}");
        var list = new JsonArray(IntStream.range(0, 300).boxed().toList());

        var shown = preview(id, new JsonObject().put("data", new JsonObject().put("list", list)));

        assertThat(shown.status()).isEqualTo(422);
        assertThat(shown.fields()).containsExactly("body");
    }

    @Test
    void aFallbackDoesNotHideThatAValueIsMissing() {
        var shown = preview(template("{{a ?? x}}{{a}}", "{{b ?? y}}{{c}}"), new JsonObject());

        assertThat(shown.body().getString("subject")).isEqualTo("x");
        assertThat(missing(shown)).containsExactly("a", "b", "c");
    }

    @Test
    void aContactIsShownItsOwnMailAndGivenValuesGoFirst() {
        project.send(
                new JsonObject().put("data", new JsonObject().put("name", "Ada").put("plan", "pro")));
        var contact = server.db()
                .query("SELECT id FROM contacts WHERE project_id = ?", project.id())
                .get(0)
                .get("id");
        var id = template("{{name}}", "{{id}} {{email}} {{plan}} {{subscribed}}");
        var data = new JsonObject()
                .put("plan", new JsonObject().put("value", "free").put("persistent", false));
        var before = template();

        for (var who : List.of(
                new JsonObject().put("contactId", contact.toString()),
                new JsonObject().put("email", "ADA@site.test "))) {
            var shown = preview(id, who.put("data", data.copy().putNull("name")));

            assertThat(shown.body().getString("html")).isEqualTo(contact + " ada@site.test free false");
            assertThat(missing(shown)).containsExactly("name");
        }
        assertThat(template()).isEqualTo(before);
    }

    @Test
    void marketingMailIsShownWithItsFooterInTheReadersLanguage() {
        var id = project.template(new JsonObject().put("type", "MARKETING").put("body", "<body>x</body>"));

        var shown = preview(id, new JsonObject().put("data", new JsonObject().put("locale", "de")));

        assertThat(shown.body().getString("html"))
                .contains(
                        "Sie erhalten diese E-Mail, weil Sie Test abonniert haben. <a href=",
                        "Abmelden</a></p></body>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "01900000-0000-7000-8000-000000000001", ""})
    void somebodyUnknownIsNotFound(String contact) {
        var answer = preview(template("s", "b"), new JsonObject().put("contactId", contact));

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("CONTACT_NOT_FOUND");
    }

    @Test
    void aForeignContactOrTemplateIsNotFoundEither() {
        var other = server.project();
        other.send(new JsonObject());
        var foreign = server.db()
                .query("SELECT id FROM contacts WHERE project_id = ?", other.id())
                .get(0)
                .get("id");
        var mine = template("s", "b");

        assertThat(preview(mine, new JsonObject().put("contactId", foreign.toString()))
                        .status())
                .isEqualTo(404);
        assertThat(preview(mine, new JsonObject().put("email", "ada@site.test")).status())
                .isEqualTo(404);
        for (var id : List.of(other.template(new JsonObject()), Ids.next().toString(), "x")) {
            assertThat(preview(id, new JsonObject()).code()).isEqualTo("TEMPLATE_NOT_FOUND");
        }
    }

    @Test
    void aContactIsNamedInOneWay() {
        var both =
                new JsonObject().put("contactId", UUID.randomUUID().toString()).put("email", "a@b.test");

        assertThat(preview(template("s", "b"), both).fields()).containsExactly("email");
    }

    @Test
    void aHundredThousandPlaceholdersAreSavedAndShownInBound() {
        var body = "{{a}}".repeat(100_000);

        assertThat(Stream.generate(() -> timeToShow(body)).limit(3).min(Comparator.naturalOrder()))
                .hasValueSatisfying(quickest -> assertThat(quickest).isLessThan(Duration.ofSeconds(5)));
    }

    private Duration timeToShow(String body) {
        var started = System.nanoTime();
        var id = template("s", body);
        var shown = preview(id, new JsonObject().put("data", new JsonObject().put("a", "x")));
        assertThat(shown.body().getString("html")).hasSize(100_000);
        return Duration.ofNanos(System.nanoTime() - started);
    }

    @Test
    void aThousandMissingNamesAreEnough() {
        var body = IntStream.range(0, 5_000).mapToObj(at -> "{{v" + at + "}}").reduce("", String::concat);

        assertThat(missing(preview(template("s", body), new JsonObject()))).hasSize(1_000);
    }

    /** Content that grows without measure is refused, and neither shown nor held. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{#each a}}{{#each a}}{{#each a}}{{#each a}}xxxxxxxxxx{{/each}}{{/each}}{{/each}}{{/each}}",
                "{{#each a}}{{#each a}}{{#each a}}{{#each a}}{{/each}}{{/each}}{{/each}}{{/each}}"
            })
    void loopsInLoopsAreBounded(String body) {
        var list = new JsonArray(IntStream.range(0, 100).boxed().toList());

        var answer = preview(template("s", body), new JsonObject().put("data", new JsonObject().put("a", list)));

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.fields()).containsExactly("body");
    }

    @Test
    void aBodyOfTenMegabytesIsRefused() {
        var answer = project.post(
                "/templates",
                new JsonObject()
                        .put("name", "n")
                        .put("subject", "s")
                        .put("type", "MARKETING")
                        .put("body", "x".repeat(10 << 20)));

        assertThat(answer.status()).isEqualTo(413);
    }

    private String template(String subject, String body) {
        return project.template(new JsonObject().put("subject", subject).put("body", body));
    }

    private Response preview(String id, JsonObject body) {
        return project.post("/templates/" + id + "/preview", body);
    }

    private static List<String> missing(Response shown) {
        assertThat(shown.status()).as(shown.body().encode()).isEqualTo(200);
        return shown.body().getJsonArray("missing").stream()
                .map(String::valueOf)
                .toList();
    }

    /** Everything a preview might have written. */
    private String template() {
        return List.of("contacts", "emails", "outbox", "events", "contents", "templates", "fields").stream()
                .map(table -> server.db()
                        .query("SELECT * FROM " + table + " WHERE project_id = ?", project.id())
                        .toString())
                .toList()
                .toString();
    }
}

package io.godwit.dashboard.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.TestServer;
import io.godwit.kit.workflows.WorkflowApi;
import io.vertx.core.json.JsonObject;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page of a workflow asks nothing about one that is being deleted, and offers all templates there are. */
@GodwitServer
class WorkflowAnswersTest {

    /** Hands the answer of a deletion on once the news of it have come, and notes what is asked meanwhile. */
    private static final String SLOW_DELETION = """
            const send = window.fetch;
            window.asked = [];
            window.fetch = async (address, call) => {
              window.asked.push(call.method + ' ' + new URL(address, location).pathname);
              const answer = await send(address, call);
              if (call.method === 'DELETE') await new Promise(done => setTimeout(done, 2000));
              return answer;
            };
            0
            """;

    private static TestServer server;
    private static WorkflowApi calls;
    private static DashboardBrowser dashboard;

    @BeforeAll
    static void open() {
        calls = new WorkflowApi(server, 0);
        dashboard = DashboardBrowser.start(server).signIn();
    }

    @AfterAll
    static void close() {
        if (dashboard != null) {
            dashboard.close();
        }
    }

    @Test
    void aWorkflowThatIsBeingDeletedIsNotAskedForAgain() {
        var id = calls.workflow();
        dashboard.open("workflows/" + id).awaitNews();
        dashboard.press("Delete").awaitText("This cannot be undone.");
        dashboard.browser().evaluate(SLOW_DELETION);

        dashboard.browser().click("[role=dialog] .button-danger");

        dashboard.awaitText("is deleted.").awaitNews();
        var asked = String.valueOf(dashboard.browser().evaluate("window.asked.join()"));
        assertThat(asked).contains("DELETE /workflows/" + id).doesNotContain("GET /workflows/" + id);
        assertThat(dashboard.browser().complaints()).isEmpty();
    }

    @Test
    void aStepFindsATemplateAmongMoreThanCanBeOffered() {
        IntStream.range(0, 101).forEach(number -> template("Mail %03d".formatted(number)));
        var chosen = template("Needle");
        IntStream.range(200, 301).forEach(number -> template("Mail " + number));
        var id = calls.workflow();
        calls.added(id, "SEND_EMAIL", new JsonObject().put("templateId", chosen));

        dashboard
                .open("workflows/" + id)
                .browser()
                .clickOn("document.querySelector('.react-flow__node:nth-of-type(2)')");
        dashboard
                .awaitText("Nobody waits here now.")
                .press("Change")
                .awaitText("Needle")
                .awaitText("203 templates");
        dashboard.check("workflow-step-templates");
        dashboard.fill("findTemplate", "Mail 042").awaitText("1 template");
        dashboard.browser().await("document.querySelectorAll('.select-button').length === 1");
        dashboard.browser().click(".select-button");
        dashboard.press("Mail 042").press("Save").awaitText("The step is saved.");

        assertThat(calls.whole(id).encode()).contains("Mail 042").doesNotContain("Needle");
    }

    private static String template(String name) {
        var body = new JsonObject()
                .put("name", name)
                .put("subject", "Hello")
                .put("body", "<p>Hello</p>")
                .put("type", "MARKETING");
        return new JsonObject(
                        server.post("/templates", server.secretKey(0), body).body())
                .getString("id");
    }
}

package io.godwit.traces;

import static io.godwit.kit.workflows.WorkflowServer.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.godwit.kit.net.HttpReceiver;
import io.godwit.kit.net.OtlpReceiver;
import io.godwit.kit.workflows.TestWorkflow;
import io.godwit.kit.workflows.WorkflowServer;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the traces of workflows and of the webhook calls they make. */
class WorkflowTraceTest {

    @Test
    void aWebhookCallBelongsToTheBatchThatCausedItAndTellsItsReceiver() {
        try (var collector = OtlpReceiver.start();
                var receiver = HttpReceiver.start().on("/hook", HttpReceiver.status(204));
                var server = WorkflowServer.start(Map.of(
                        "GODWIT_WEBHOOKS_ALLOW", "127.0.0.0/8",
                        "GODWIT_WEBHOOKS_PACE", "1000",
                        "GODWIT_TRACES_ENDPOINT", collector.endpoint(),
                        "GODWIT_TRACES_SAMPLE_RATIO", "1"))) {
            var flow = server.publish(TestWorkflow.on("told")
                    .then("call", "WEBHOOK", config("url", receiver.url("/hook?token=s3cr3t")))
                    .then("end", "EXIT", config()));

            server.track("told", "ann@example.com");

            server.awaitStatus(flow, "EXITED", 1);
            await().atMost(WorkflowServer.TIMEOUT)
                    .until(() -> collector.named("POST").size() == 1);
            var call = collector.only("POST");
            await().atMost(WorkflowServer.TIMEOUT).until(() -> collector.named("workflow batch").stream()
                    .anyMatch(batch -> batch.getSpanId().equals(call.getParentSpanId())));
            assertThat(OtlpReceiver.attributes(call.getAttributesList()))
                    .containsEntry("http.request.method", "POST")
                    .containsEntry("http.response.status_code", "204")
                    .containsEntry("server.address", "127.0.0.1")
                    .containsEntry("server.port", Integer.toString(receiver.port()));
            assertThat(receiver.hits("/hook").get(0).headers())
                    .containsEntry(
                            "traceparent",
                            "00-" + OtlpReceiver.hex(call.getTraceId()) + "-" + OtlpReceiver.hex(call.getSpanId())
                                    + "-01");
            assertThat(collector.batches())
                    .allSatisfy(batch -> assertThat(batch.body()).doesNotContain("s3cr3t"));
        }
    }
}

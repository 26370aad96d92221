package io.godwit.sending.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.smtp.SinkBehaviour;
import io.godwit.kit.smtp.SinkBehaviour.Reply;
import io.godwit.kit.smtp.SinkPoint;
import io.godwit.sending.DirectNode;
import io.godwit.sending.PipelineNode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A backlog at a site that greylists each email, at a rate at which the first attempts alone take seconds. */
class GreylistedBacklogTest {

    private static final int MANY = 400;

    private static final String RULES = """
            default:
              connections: 4
              emails-per-connection: 1000
              start-rate: 100/s
              max-rate: 100/s
            """;

    private final Set<String> seen = new HashSet<>();

    private synchronized Optional<SinkBehaviour> greylist(String address) {
        return seen.add(address) ? Optional.of(new Reply("451 4.7.1 Greylisted, try again")) : Optional.empty();
    }

    @Test
    void retriesThatAreDueDoNotWaitForAllFirstAttempts() throws Exception {
        // Retries come back after some 0.4 s.
        try (var node = DirectNode.start(RULES, 1_000)) {
            var host = node.hostOf("grey.test").choose(SinkPoint.RCPT, this::greylist);
            node.number("grey.test", 1);

            node.emails(node.pipeline.project(), "grey.test", MANY);

            host.awaitMessages(MANY, PipelineNode.TIMEOUT);
            var half = host.ledger(SinkPoint.RCPT).subList(0, MANY);
            assertThat(half.stream().filter(exchange -> exchange.reply().startsWith("250")))
                    .hasSizeGreaterThan(MANY / 4);
            assertThat(host.accepted()).isEqualTo(MANY);
        }
    }
}

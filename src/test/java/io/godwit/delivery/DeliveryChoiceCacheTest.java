package io.godwit.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.delivery.DirectSettings.Mode;
import io.godwit.delivery.shaping.ShapingRules;
import io.godwit.dns.AllowedAddresses;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.sending.PipelineNode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@CloseFields
class DeliveryChoiceCacheTest {

    private static final List<String> DOMAINS = List.of("", "one.test", "two.test");
    private static final List<String> CLASSES = List.of("", "TRANSACTIONAL", "MARKETING");

    private final PipelineNode node = new PipelineNode();
    private final Random random = new Random(1);

    /** Otherwise emails that go by the relay would wait for a site, or claims would not pass by one that is closed. */
    @ParameterizedTest
    @EnumSource
    void anEmailIsQueuedForTheWayItLeaves(Mode byDefault) {
        var choices = new DeliveryChoiceCache(node.db.database(), settings(byDefault));

        for (var round = 0; round < 20; round++) {
            var project = node.project();
            chooseAtRandom(project);
            choices.start().await();

            for (var domain : DOMAINS.subList(1, DOMAINS.size())) {
                var content = node.content(project, "Hello", "<p>Hello</p>", "hello@" + domain);
                for (var emailClass : CLASSES.subList(1, CLASSES.size())) {
                    var direct = node.db.value("SELECT leaves_direct(?, ?, ?)", project, emailClass, content);
                    assertThat(direct).isEqualTo(choices.isDirect(project, domain, emailClass));
                    assertThat(choices.isDirectUsed(project) || direct.equals(false))
                            .isTrue();
                }
            }
            assertThat(node.db.value("SELECT relay_destination(?)::integer", project))
                    .isEqualTo(choices.hasVariousModes(project) ? -1 : 0);
        }
    }

    private void chooseAtRandom(UUID project) {
        for (var domain : DOMAINS) {
            for (var emailClass : CLASSES) {
                var choice = random.nextInt(9);
                if (choice < 3) {
                    node.db.query(
                            "INSERT INTO delivery_choices (project_id, domain, email_class, mode, pool) VALUES (?, ?, ?, ?, 'some')",
                            project,
                            domain,
                            emailClass,
                            choice == 2 ? null : Mode.values()[choice].name().toLowerCase(Locale.ROOT));
                }
            }
        }
    }

    private static DirectSettings settings(Mode mode) {
        return new DirectSettings(
                mode,
                25,
                AllowedAddresses.of(List.of()),
                List.of(),
                List.of(),
                100,
                ShapingRules.standard(),
                Duration.ofSeconds(3));
    }
}

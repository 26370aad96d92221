package io.godwit.operations;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.godwit.kit.metrics.AlertRule;
import io.godwit.kit.metrics.PromqlExpression;
import io.godwit.kit.metrics.SampledSeries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Each alert rule fires when its condition has lasted long enough, and not before. The file of cases is promtool's. */
class PrometheusAlertsTest {

    static final Path RULES = Path.of("docker/prometheus-alerts.yaml");
    private static final Path CASES = Path.of("src/test/resources/alerts/alerts-test.yaml");
    private static final Pattern NAME = Pattern.compile("alertname=\"(\\w+)\"");

    private final Map<String, AlertRule> nameToRule =
            rules().stream().map(AlertRule::of).collect(toMap(AlertRule::name, Function.identity()));

    @TestFactory
    Stream<DynamicTest> eachAlertIsSilentFirstAndFiresThen() {
        return maps(yaml(CASES), "tests").map(test -> dynamicTest((String) test.get("name"), () -> run(test)));
    }

    private void run(Map<String, Object> test) {
        var series = new SampledSeries();
        maps(test, "input_series").forEach(one -> series.add((String) one.get("series"), (String) one.get("values")));
        maps(test, "promql_expr_test").forEach(check -> {
            var name = NAME.matcher((String) check.get("expr"))
                    .results()
                    .findFirst()
                    .orElseThrow()
                    .group(1);
            var sample = maps(check, "exp_samples").findFirst().orElseThrow();
            var time = (String) check.get("eval_time");

            assertThat(nameToRule.get(name).firing(series, AlertRule.minute(time)))
                    .as(name + " at " + time)
                    .isEqualTo(sample.get("value"));
        });
    }

    @Test
    void eachAlertHasACase() {
        assertThat(maps(yaml(CASES), "tests").map(test -> test.get("name")))
                .containsExactlyInAnyOrderElementsOf(nameToRule.keySet());
    }

    @Test
    void eachAlertSaysHowUrgentItIsAndHasAPlaceInTheManual() throws IOException {
        var manual = Files.readString(Path.of("src/site/markdown/operations.md"));

        assertThat(rules()).allSatisfy(rule -> {
            assertThat(map(rule, "labels").get("severity")).isIn("critical", "warning");
            assertThat(map(rule, "annotations")).containsOnlyKeys("summary", "description");
            assertThat(manual).contains("`" + rule.get("alert") + "`");
        });
    }

    @Test
    void theEvaluationRefusesThatWhichItDoesNotKnow() {
        assertThatThrownBy(() -> PromqlExpression.parse("histogram_quantile(0.9, x[5m])"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PromqlExpression.parse("a > 1 or b > 1")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theEvaluationKnowsPrecedenceLabelsAndRestartsOfCounters() {
        var series = new SampledSeries()
                .add("a{x=\"1\",y=\"1\"}", "1+1x9")
                .add("a{x=\"1\",y=\"2\"}", "10x9")
                .add("b{x=\"2\"}", "5 7 0 3");

        assertThat(PromqlExpression.parse("sum by (x) (a) + 2 * 3 > 20").at(series, 4))
                .containsExactly(Map.entry(Map.of("x", "1"), 21.0));
        assertThat(PromqlExpression.parse("sum by (x) (a) + 2 * 3 > 21").at(series, 4))
                .isEmpty();
        assertThat(PromqlExpression.parse("increase(b[3m])").at(series, 3)).containsValue(5.0);
        assertThat(PromqlExpression.parse("a{y!=\"2\"} == 5").at(series, 4)).hasSize(1);
    }

    /** The rules as they stand in the file. */
    static List<Map<String, Object>> rules() {
        return maps(yaml(RULES), "groups")
                .flatMap(group -> maps(group, "rules"))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static Stream<Map<String, Object>> maps(Map<String, Object> object, String member) {
        return ((List<Map<String, Object>>) object.get(member)).stream();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Map<String, Object> object, String member) {
        return (Map<String, Object>) object.get(member);
    }

    private static Map<String, Object> yaml(Path file) {
        try {
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }
}

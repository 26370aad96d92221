package io.godwit.bench;

import io.godwit.templates.CompiledTemplate;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * CPU time of one rendering of a compiled template, in our own form and in Liquid, and of compiling it. The least of the rounds
 * counts, for others use the machine too. Run by hand.
 */
final class RenderingBench {

    private static final int ROUNDS = 15;
    private static final int PER_ROUND = 5_000;

    private static final String OWN =
            "<table>{{#each orders}}<tr><td>{{this.sku}}</td><td>{{this.price}}</td></tr>{{/each}}</table>"
                    + "{{#if vip}}Hi {{name ?? 'x'}}{{else}}-{{/if}} {{address.city}} ".repeat(20);

    private static final String LIQUID =
            "<table>{% for item in orders %}<tr><td>{{ item.sku }}</td><td>{{ item.price | times: 2 }}</td></tr>{% endfor %}</table>"
                    + "{% if vip == true %}Hi {{ name | default: 'x' }}{% else %}-{% endif %} {{ address.city | upcase }} "
                            .repeat(20);

    private RenderingBench() {}

    /** Prints microseconds. */
    public static void main(String[] args) {
        var orders = IntStream.range(0, 20)
                .mapToObj(number -> Map.<String, Object>of("sku", "SKU-" + number, "price", 12.5 + number))
                .toList();
        var values = new HashMap<String, Object>(
                Map.of("name", "Ada", "vip", true, "orders", orders, "address", Map.of("city", "London")));
        for (var source : List.of(BenchBodies.templateBody(), OWN, LIQUID)) {
            var rendering = CompiledTemplate.html(source);
            var rendered = least(() -> rendering.render(values, Instant.EPOCH));
            var compiled = least(() -> CompiledTemplate.html(source));
            System.out.printf(
                    "%d characters: rendered in %.2f, compiled in %.2f%n", source.length(), rendered, compiled);
        }
    }

    private static double least(Runnable work) {
        var threads = ManagementFactory.getThreadMXBean();
        var least = Double.MAX_VALUE;
        for (var round = 0; round < ROUNDS; round++) {
            var start = threads.getCurrentThreadCpuTime();
            for (var number = 0; number < PER_ROUND; number++) {
                work.run();
            }
            least = Math.min(least, (threads.getCurrentThreadCpuTime() - start) / 1e3 / PER_ROUND);
        }
        return least;
    }
}

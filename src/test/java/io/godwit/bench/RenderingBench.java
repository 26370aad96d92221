package io.godwit.bench;

import io.godwit.templates.Rendering;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public final class RenderingBench {
    public static void main(String[] a) throws Exception {
        var items = new java.util.ArrayList<Map<String, Object>>();
        for (int i = 0; i < 20; i++) items.add(Map.of("sku", "SKU-" + i, "n", i, "price", 12.5 + i));
        var v = new HashMap<String, Object>();
        v.put("firstName", "Ada & Co");
        v.put("order", "A-1001");
        v.put("orders", items);
        v.put("vip", true);
        v.put("unsubscribeUrl", "https://x.test/unsubscribe/abc");
        v.put("address", Map.of("city", "London"));
        for (int i = 0; i < 30; i++) v.put("field" + i, "value " + i);
        String own = Bodies.templateBody();
        String loop =
                "<table>{{#each orders}}<tr><td>{{this.sku}}</td><td>{{this.n}}</td><td>{{this.price}}</td></tr>{{/each}}</table>{{#if vip}}Hi {{firstName ?? 'x'}}{{else}}-{{/if}} {{address.city}} {{unsubscribeUrl}}";
        String many = "{{field1}} {{field2}} {{field3}} {{missing ?? x}} {{address.city}} ".repeat(50);
        String liquid =
                "<table>{% for item in orders %}<tr><td>{{ item.sku }}</td><td>{{ item.n }}</td><td>{{ item.price | times: 2 }}</td></tr>{% endfor %}</table>{% if vip %}Hi {{ firstName | default: 'x' }}{% else %}-{% endif %} {{ address.city | upcase }} {{ unsubscribeUrl }}";
        for (int round = 0; round < 6; round++)
            for (var e : List.of(own, loop, many, liquid)) {
                int n = 20000;
                var r = Rendering.html(e);
                long t = System.nanoTime();
                long c = 0;
                for (int i = 0; i < n; i++) c += RENDER(r, v).length();
                long t2 = System.nanoTime();
                for (int i = 0; i < n / 10; i++) c += Rendering.html(e).hashCode() & 1;
                long t3 = System.nanoTime();
                if (round > 2)
                    System.out.printf(
                            "%d chars: render %.2f us, compile %.2f us%n",
                            e.length(), (t2 - t) / 1e3 / n, (t3 - t2) / 1e3 / (n / 10));
            }
    }

    static String RENDER(Rendering r, Map<String, Object> v) {
        return r.render(v, Instant.EPOCH);
    }
}

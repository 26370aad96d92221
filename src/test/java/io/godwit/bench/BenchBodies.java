package io.godwit.bench;

import io.godwit.bench.load.RequestShape;
import java.util.Random;

/** Bodies of the requests. Words come from a fixed seed, so that a text shrinks about as well as a real one. */
final class BenchBodies {

    private static final String[] WORDS =
            ("your order invoice total thank welcome account please team address product shipping"
                            + " support reply question message customer delivery returned update notice today tomorrow number amount")
                    .split(" ", -1);

    private BenchBodies() {}

    /** About 1 KB, with a field that changes on every call and two values that are not kept. */
    static String track(String event) {
        return """
                {"event":"%s","email":"c%s@bench.example.com","data":{"firstName":"Ada","lastName":"Lovelace","plan":"team",\
                "company":"Analytical Engines","country":"GB","language":"en","seats":12,"trial":false,"visits":1%s,\
                "signedUpAt":"2026-03-01T09:00:00Z","page":{"value":"https://shop.example.com/products/%s","persistent":false},\
                "order":{"value":{"id":"A-%s","currency":"EUR","lines":[{"sku":"SKU-1001","quantity":1,"price":1900},\
                {"sku":"SKU-2044","quantity":3,"price":450}],"note":"%s"},"persistent":false}}}""".formatted(
                event, RequestShape.KEY, RequestShape.SERIAL, RequestShape.SERIAL, RequestShape.SERIAL, text(1, 300));
    }

    static String templateBody() {
        return "<html><body><h1>Hello {{firstName ?? 'there'}}</h1><p>Your order {{order}} is on its way.</p><p>"
                + text(2, 4000) + "</p></body></html>";
    }

    static String sendTemplate(String template) {
        return """
                {"to":{"email":"c%s@bench.example.com","name":"Ada Lovelace"},"template":"%s",\
                "data":{"firstName":"Ada","order":{"value":"A-%s","persistent":false}}}""".formatted(RequestShape.KEY, template, RequestShape.SERIAL);
    }

    /** A body of its own, of 10 KB, for every call. */
    static String sendInline(String from) {
        return sendInline(from, 10_000);
    }

    /** A body of its own for every call, of about so many characters. */
    static String sendInline(String from, int characters) {
        return """
                {"to":"c%s@bench.example.com","from":"shop@%s","subject":"Order %s","body":"%s"}""".formatted(RequestShape.KEY, from, RequestShape.SERIAL, html(RequestShape.SERIAL, characters));
    }

    /** 10 KB of HTML that differ from any other by their number. */
    static String html(String number) {
        return html(number, 10_000);
    }

    private static String html(String number, int characters) {
        return "<html><body><h1>Order " + number + "</h1><p>" + text(3, characters) + "</p></body></html>";
    }

    /**
     * About 10 KB of HTML with 70 links, as a shop's newsletter has them: a table of products, some letters beyond ASCII, and a link to
     * unsubscribe.
     */
    static String newsletter(String greeting) {
        var rows = new StringBuilder();
        for (var product = 0; product < 69; product++) {
            rows.append("<tr><td style=\"padding:8px\"><a href=\"https://shop.example.com/p/")
                    .append(1000 + product)
                    .append("?from=mail\">Caf\u00e9 ")
                    .append(product)
                    .append("</a> ")
                    .append(text(product, 20).replace("</p> <p>", " ").strip())
                    .append("</td></tr>\n");
        }
        return "<html><head><title>News</title><style>td { color: #333 }</style></head><body><h1>Hello " + greeting
                + "!</h1><table>\n" + rows
                + "</table><p><a href=\"{{unsubscribeUrl}}\">Unsubscribe</a></p></body></html>";
    }

    private static String text(int seed, int length) {
        var random = new Random(seed);
        var text = new StringBuilder();
        while (text.length() < length) {
            text.append(WORDS[random.nextInt(WORDS.length)])
                    .append(random.nextInt(8) == 0 ? " " + random.nextInt(10_000) : "")
                    .append(random.nextInt(12) == 0 ? "</p> <p>" : " ");
        }
        return text.toString();
    }
}

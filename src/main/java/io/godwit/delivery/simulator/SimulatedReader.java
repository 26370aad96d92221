package io.godwit.delivery.simulator;

import io.godwit.smtp.message.MimeReader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jsoup.Jsoup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads accepted emails as a person does: loads the images, and follows a link. */
final class SimulatedReader {

    private static final Logger LOG = LoggerFactory.getLogger(SimulatedReader.class);

    /** The time between acceptance and reading, in which the acceptance is usually recorded. */
    private static final long DELAY_MILLIS = 1_000;

    private static final int MAX_URLS = 200;
    private static final String USER_AGENT = "Mozilla/5.0 (Godwit delivery simulator)";

    private final Vertx vertx;
    private final LinkVisitor visitor;

    SimulatedReader(Vertx vertx, LinkVisitor visitor) {
        this.vertx = vertx;
        this.visitor = visitor;
    }

    /** Loads the images of the email a moment later. */
    void open(byte[] message) {
        later(message, this::loadImages);
    }

    /** Loads the images a moment later, and follows the first tracked link. */
    void click(byte[] message) {
        later(message, html -> loadImages(html).compose(ignored -> firstTracked(urls(html, "a[href]", "href"))));
    }

    private void later(byte[] message, Function<String, Future<?>> reading) {
        vertx.timer(DELAY_MILLIS, TimeUnit.MILLISECONDS)
                .compose(ignored -> vertx.executeBlocking(
                        () -> MimeReader.read(message).html().orElse(""), false))
                .compose(reading::apply)
                .onFailure(error -> LOG.warn("A simulated reader could not read its email", error));
    }

    private Future<?> loadImages(String html) {
        return Future.join(urls(html, "img[src]", "src").stream()
                .map(url -> visitor.visit(url, USER_AGENT))
                .toList());
    }

    private Future<Boolean> firstTracked(List<String> urls) {
        return urls.isEmpty()
                ? Future.succeededFuture(false)
                : visitor.visit(urls.get(0), USER_AGENT)
                        .compose(tracked ->
                                tracked ? Future.succeededFuture(true) : firstTracked(urls.subList(1, urls.size())));
    }

    private static List<String> urls(String html, String selector, String attribute) {
        return Jsoup.parse(html).select(selector).eachAttr(attribute).stream()
                .limit(MAX_URLS)
                .toList();
    }
}

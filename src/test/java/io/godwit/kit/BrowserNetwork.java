package io.godwit.kit;

import io.vertx.core.json.JsonObject;
import java.time.Duration;

/** The network between a page and its server, as a test wants it. */
public record BrowserNetwork(Browser browser) {

    /** Takes the network away, or gives it back. */
    public void unplug(boolean isOffline) {
        emulate(isOffline, Duration.ZERO);
    }

    /** Lets each answer begin so much later; zero ends that. */
    public void delayAnswers(Duration latency) {
        emulate(false, latency);
    }

    private void emulate(boolean isOffline, Duration latency) {
        call(
                "Network.emulateNetworkConditions",
                new JsonObject()
                        .put("offline", isOffline)
                        .put("latency", latency.toMillis())
                        .put("downloadThroughput", -1)
                        .put("uploadThroughput", -1));
    }

    /** Opens pages from now on as one that has never seen them, or with what earlier ones have left in the cache. */
    public void ignoreCache(boolean isIgnored) {
        call("Network.setCacheDisabled", new JsonObject().put("cacheDisabled", isIgnored));
    }

    private void call(String method, JsonObject parameters) {
        browser.call("Network.enable", new JsonObject());
        browser.call(method, parameters);
    }
}

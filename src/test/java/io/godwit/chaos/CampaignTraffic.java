package io.godwit.chaos;

import io.godwit.kit.ApiClient.Response;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** Campaigns of the first project, each to the same few readers. */
final class CampaignTraffic {

    /** Members of the audience. */
    static final int READERS = 20;

    private final ChaosNodes nodes;
    private final Queue<String> campaigns = new ConcurrentLinkedQueue<>();

    CampaignTraffic(ChaosNodes nodes) {
        this.nodes = nodes;
        for (var number = 0; number < READERS; number++) {
            create(new JsonObject().put("email", reader(number)).put("data", new JsonObject().put("group", "readers")));
        }
    }

    private void create(JsonObject contact) {
        var answer = nodes.api(0).post("/contacts", nodes.key(0), contact);
        if (!answer.isOk()) {
            throw new AssertionError("A contact cannot be made: " + answer.status() + " " + answer.text());
        }
    }

    static String reader(int number) {
        return "reader" + number + "@example.com";
    }

    /** Makes a campaign and sends it; a campaign whose send had no answer may be sent or not. */
    void call(int number) {
        var condition = new JsonObject()
                .put("field", "data.group")
                .put("operator", "equals")
                .put("value", "readers");
        var campaign = ChaosTraffic.email(nodes, 0, "news")
                .put("name", "Campaign " + number)
                .put("audienceType", "FILTERED")
                .put(
                        "audienceFilter",
                        new JsonObject().put("operator", "AND").put("conditions", new JsonArray().add(condition)));
        answered(() -> nodes.api(number).post("/campaigns", nodes.key(0), campaign))
                .ifPresent(made -> {
                    var id = made.body().getString("id");
                    campaigns.add(id);
                    answered(
                            () -> nodes.api(number).post("/campaigns/" + id + "/send", nodes.key(0), new JsonObject()));
                });
    }

    private static Optional<Response> answered(Supplier<Response> call) {
        try {
            return Optional.of(call.get()).filter(Response::isOk);
        } catch (UncheckedIOException noAnswer) {
            return Optional.empty();
        }
    }

    /** The ids of those that were made. */
    List<String> campaigns() {
        return List.copyOf(campaigns);
    }
}

package io.godwit.reports;

import io.godwit.core.Failure;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The metrics by which campaigns are ranked. */
enum CampaignMetric {
    OPENS("opens", "opened"),
    CLICKS("clicks", "clicked"),
    SENT("sent", "sent"),
    DELIVERED("delivered", "delivered"),
    BOUNCES("bounces", "bounced"),
    COMPLAINTS("complaints", "complained"),
    OPEN_RATE("openRate", "opened::float8 / nullif(sent, 0)"),
    CLICK_RATE("clickRate", "clicked::float8 / nullif(sent, 0)");

    private final String word;
    private final String column;

    CampaignMetric(String word, String column) {
        this.word = word;
        this.column = column;
    }

    /** Parses a metric; throws a 422. */
    static CampaignMetric read(String word) {
        return Arrays.stream(values())
                .filter(metric -> metric.word.equals(word))
                .findFirst()
                .orElseThrow(() -> Failure.invalid(
                        "metric",
                        "invalid_enum_value",
                        "Expected one of "
                                + Arrays.stream(values())
                                        .map(metric -> metric.word)
                                        .collect(Collectors.joining(", "))));
    }

    /** The metric in SQL, over the columns of counts. */
    String expression() {
        return "coalesce(" + column + ", 0)";
    }
}

package io.godwit.reports;

import io.godwit.web.Query;
import java.util.Arrays;

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

    /** Reads {@code metric}, by default the opens; throws a 422. */
    static CampaignMetric read(Query query) {
        var words = Arrays.stream(values()).map(metric -> metric.word).toList();
        return query.oneOf("metric", words)
                .map(word -> values()[words.indexOf(word)])
                .orElse(OPENS);
    }

    /** The metric in SQL, over the columns of counts. */
    String expression() {
        return "coalesce(" + column + ", 0)";
    }
}

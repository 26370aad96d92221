package io.godwit.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.godwit.kit.DashboardBrowser;
import io.godwit.kit.GodwitServer;
import io.godwit.kit.InBrowser;
import io.godwit.kit.ServerSettings;
import io.godwit.kit.StripeWebhooks;
import io.godwit.kit.TestServer;
import io.godwit.kit.lifecycle.CloseFields;
import io.godwit.kit.net.StripeDouble;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Usage, limits, invoices and the way to the payment provider, on an installation that bills. */
@GodwitServer
@CloseFields
class BillingPageTest {

    private static final Vertx VERTX = Vertx.vertx();

    private static StripeDouble stripe;
    private static TestServer server;

    @InBrowser
    private static DashboardBrowser dashboard;

    @ServerSettings
    static Map<String, String> settings() {
        stripe = StripeDouble.start(VERTX);
        return stripe.settings();
    }

    private static String page(int project) {
        return "/p/" + server.projectId(project) + "/billing";
    }

    @Test
    void aProjectWithoutSubscriptionIsLedToThePaymentPageAndBack() {
        dashboard.checkEverywhere(page(1), "billing-free");

        dashboard.press("Subscribe");
        dashboard.browser().await("location.href.startsWith('" + stripe.url() + "/pay/')");

        var asked = stripe.asked("/v1/checkout/sessions");
        dashboard.browser().open(asked.get(asked.size() - 1).form().get("success_url"));
        dashboard.awaitText("The payment provider has your subscription.").awaitText("This month");
        assertThat(dashboard.browser().evaluate("location.pathname")).isEqualTo("/app" + page(1));
    }

    @Test
    void aCustomerSetsLimitsOfItsOwnAndSeesItsInvoices() {
        new StripeWebhooks(server).subscribe(0, "cus_page");
        stripe.invoices(List.of(new JsonObject()
                .put("id", "in_1")
                .put("object", "invoice")
                .put("number", "G-0001")
                .put("total", 1_250)
                .put("currency", "eur")
                .put("created", 1_790_000_000L)
                .put("status", "paid")
                .put("hosted_invoice_url", stripe.url() + "/invoice/1")));
        dashboard.open(page(0)).awaitText("G-0001").awaitText("€12.50").awaitText("Paid");
        dashboard.checkEverywhere(page(0), "billing-customer");

        dashboard.fill("campaigns", "five thousand").press("Save").awaitText("A whole number");
        assertThat(dashboard.violations()).isEmpty();
        dashboard.fill("campaigns", "5,000").press("Save").awaitText("Saved.");
        dashboard.open(page(0)).awaitText("0 of 5,000");

        dashboard.fill("campaigns", "-3").press("Save");
        dashboard.browser().await("document.querySelector('[name=campaigns][aria-invalid=true]') !== null");
        assertThat(dashboard.violations()).isEmpty();
    }
}

package io.godwit.billing;

import com.stripe.model.Invoice;
import io.godwit.billing.StripeCheckout.Balance;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The consumption from the first of the month, when subscriptions are renewed, until now. */
record ConsumptionResponse(
        Period period, Consumption usage, Credits credits, Optional<UpcomingInvoice> upcomingInvoice) {

    private record Period(Instant start, Instant end) {}

    /**
     * The use of the month.
     *
     * @param records always empty, for clients of the first generation
     */
    private record Consumption(long total, List<String> records) {}

    /** The amount the customer has paid in advance, in the smallest unit of the currency. */
    private record Credits(long balance, boolean hasCredits, long creditAmount, Optional<String> currency) {

        static Credits of(Balance balance) {
            return new Credits(
                    balance.amount(), balance.amount() < 0, Math.max(0, -balance.amount()), balance.currency());
        }
    }

    /** The next invoice as it stands now. */
    private record UpcomingInvoice(
            @Nullable Long amountDue,
            @Nullable String currency,
            Optional<Instant> periodStart,
            Optional<Instant> periodEnd,
            @Nullable Long subtotal,
            @Nullable Long total) {

        static UpcomingInvoice of(Invoice invoice) {
            return new UpcomingInvoice(
                    invoice.getAmountDue(),
                    invoice.getCurrency(),
                    InvoiceResponse.time(invoice.getPeriodStart()),
                    InvoiceResponse.time(invoice.getPeriodEnd()),
                    invoice.getSubtotal(),
                    invoice.getTotal());
        }
    }

    static ConsumptionResponse of(Usage usage, Balance balance, Optional<Invoice> upcoming, Instant now) {
        var start = ZonedDateTime.ofInstant(now, ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.DAYS)
                .withDayOfMonth(1)
                .toInstant();
        return new ConsumptionResponse(
                new Period(start, now),
                new Consumption(usage.units(), List.of()),
                Credits.of(balance),
                upcoming.map(UpcomingInvoice::of));
    }
}

package io.godwit.billing;

import com.stripe.model.Invoice;
import io.godwit.billing.StripeCheckout.Balance;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Invoices and consumption as JSON answers; amounts are in the currency's smallest unit. */
final class InvoiceResponse {

    private InvoiceResponse() {}

    static Map<String, @Nullable Object> invoices(List<Invoice> invoices) {
        var unpaid = invoices.stream().filter(InvoiceResponse::isUnpaid).toList();
        var answer = new LinkedHashMap<String, @Nullable Object>();
        answer.put("invoices", invoices.stream().map(InvoiceResponse::invoice).toList());
        answer.put("hasUnpaidInvoices", !unpaid.isEmpty());
        answer.put(
                "unpaidInvoices", unpaid.stream().map(InvoiceResponse::unpaid).toList());
        return answer;
    }

    private static boolean isUnpaid(Invoice invoice) {
        return "open".equals(invoice.getStatus()) || "uncollectible".equals(invoice.getStatus());
    }

    private static Map<String, @Nullable Object> invoice(Invoice invoice) {
        var answer = new LinkedHashMap<String, @Nullable Object>();
        answer.put("id", invoice.getId());
        answer.put("number", invoice.getNumber());
        answer.put("status", invoice.getStatus());
        answer.put("amountDue", invoice.getAmountDue());
        answer.put("amountPaid", invoice.getAmountPaid());
        answer.put("currency", invoice.getCurrency());
        answer.put("created", time(invoice.getCreated()));
        answer.put("periodStart", time(invoice.getPeriodStart()));
        answer.put("periodEnd", time(invoice.getPeriodEnd()));
        answer.put("hostedInvoiceUrl", invoice.getHostedInvoiceUrl());
        answer.put("invoicePdf", invoice.getInvoicePdf());
        answer.put("subtotal", invoice.getSubtotal());
        answer.put("total", invoice.getTotal());
        answer.put("paid", "paid".equals(invoice.getStatus()));
        return answer;
    }

    private static Map<String, @Nullable Object> unpaid(Invoice invoice) {
        var answer = new LinkedHashMap<String, @Nullable Object>();
        answer.put("id", invoice.getId());
        answer.put("number", invoice.getNumber());
        answer.put("amountDue", invoice.getAmountDue());
        answer.put("currency", invoice.getCurrency());
        answer.put("dueDate", time(invoice.getDueDate()));
        answer.put("hostedInvoiceUrl", invoice.getHostedInvoiceUrl());
        return answer;
    }

    /** The consumption from the first of the month, when subscriptions are renewed, until now. */
    static Map<String, @Nullable Object> consumption(
            Usage usage, Balance balance, Optional<Invoice> upcoming, Instant now) {
        var start = ZonedDateTime.ofInstant(now, ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.DAYS)
                .withDayOfMonth(1)
                .toInstant();
        var answer = new LinkedHashMap<String, @Nullable Object>();
        answer.put("period", Map.of("start", start, "end", now));
        answer.put("usage", Map.of("total", usage.units(), "records", List.of()));
        answer.put("credits", credits(balance));
        answer.put("upcomingInvoice", upcoming.map(InvoiceResponse::upcoming));
        return answer;
    }

    private static Map<String, @Nullable Object> credits(Balance balance) {
        var credits = new LinkedHashMap<String, @Nullable Object>();
        credits.put("balance", balance.amount());
        credits.put("hasCredits", balance.amount() < 0);
        credits.put("creditAmount", Math.max(0, -balance.amount()));
        credits.put("currency", balance.currency());
        return credits;
    }

    private static Map<String, @Nullable Object> upcoming(Invoice invoice) {
        var answer = new LinkedHashMap<String, @Nullable Object>();
        answer.put("amountDue", invoice.getAmountDue());
        answer.put("currency", invoice.getCurrency());
        answer.put("periodStart", time(invoice.getPeriodStart()));
        answer.put("periodEnd", time(invoice.getPeriodEnd()));
        answer.put("subtotal", invoice.getSubtotal());
        answer.put("total", invoice.getTotal());
        return answer;
    }

    private static Optional<Instant> time(@Nullable Long seconds) {
        return Optional.ofNullable(seconds).map(Instant::ofEpochSecond);
    }
}

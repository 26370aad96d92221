package io.godwit.billing;

import com.stripe.model.Invoice;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The invoices of a project, newest first.
 *
 * @param unpaidInvoices those of them that are due or were given up
 */
record InvoiceResponse(List<IssuedInvoice> invoices, boolean hasUnpaidInvoices, List<UnpaidInvoice> unpaidInvoices) {

    /** An invoice; amounts are in the smallest unit of the currency. */
    record IssuedInvoice(
            String id,
            @Nullable String number,
            @Nullable String status,
            @Nullable Long amountDue,
            @Nullable Long amountPaid,
            @Nullable String currency,
            Optional<Instant> created,
            Optional<Instant> periodStart,
            Optional<Instant> periodEnd,
            @Nullable String hostedInvoiceUrl,
            @Nullable String invoicePdf,
            @Nullable Long subtotal,
            @Nullable Long total,
            boolean paid) {

        static IssuedInvoice of(Invoice invoice) {
            return new IssuedInvoice(
                    invoice.getId(),
                    invoice.getNumber(),
                    invoice.getStatus(),
                    invoice.getAmountDue(),
                    invoice.getAmountPaid(),
                    invoice.getCurrency(),
                    time(invoice.getCreated()),
                    time(invoice.getPeriodStart()),
                    time(invoice.getPeriodEnd()),
                    invoice.getHostedInvoiceUrl(),
                    invoice.getInvoicePdf(),
                    invoice.getSubtotal(),
                    invoice.getTotal(),
                    "paid".equals(invoice.getStatus()));
        }
    }

    /** An invoice that is to be paid. */
    record UnpaidInvoice(
            String id,
            @Nullable String number,
            @Nullable Long amountDue,
            @Nullable String currency,
            Optional<Instant> dueDate,
            @Nullable String hostedInvoiceUrl) {

        static UnpaidInvoice of(Invoice invoice) {
            return new UnpaidInvoice(
                    invoice.getId(),
                    invoice.getNumber(),
                    invoice.getAmountDue(),
                    invoice.getCurrency(),
                    time(invoice.getDueDate()),
                    invoice.getHostedInvoiceUrl());
        }
    }

    static InvoiceResponse of(List<Invoice> invoices) {
        var unpaid = invoices.stream().filter(InvoiceResponse::isUnpaid).toList();
        return new InvoiceResponse(
                invoices.stream().map(IssuedInvoice::of).toList(),
                !unpaid.isEmpty(),
                unpaid.stream().map(UnpaidInvoice::of).toList());
    }

    private static boolean isUnpaid(Invoice invoice) {
        return "open".equals(invoice.getStatus()) || "uncollectible".equals(invoice.getStatus());
    }

    static Optional<Instant> time(@Nullable Long seconds) {
        return Optional.ofNullable(seconds).map(Instant::ofEpochSecond);
    }
}

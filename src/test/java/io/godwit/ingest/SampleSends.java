package io.godwit.ingest;

import io.godwit.contacts.ContactChange;
import io.godwit.contacts.DataPatch;
import io.godwit.contacts.SubscriptionAuthority;
import io.godwit.core.EmailAddress;
import io.godwit.core.NamedAddress;
import io.godwit.core.Tenant;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.Ids;
import io.godwit.sending.api.Submission;
import io.godwit.sending.api.Submission.Receipt;
import io.godwit.sending.api.Submission.Recipient;
import io.godwit.sending.api.Submission.RecipientKind;
import io.godwit.sending.content.EmailContent;
import io.godwit.sending.content.StoredContent;
import io.godwit.templates.EmailClass;
import io.godwit.web.ApiResponse;
import io.godwit.web.IdempotencyClaim;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Calls of {@code POST /v1/send} as they come out of validation. */
final class SampleSends {

    private SampleSends() {}

    static Submission transactional(Tenant tenant, String... to) {
        return of(tenant, EmailClass.TRANSACTIONAL, Optional.empty(), Optional.empty(), List.of(to));
    }

    static Submission marketing(Tenant tenant, Optional<Boolean> subscribed, String... to) {
        return of(tenant, EmailClass.MARKETING, Optional.empty(), subscribed, List.of(to));
    }

    static Submission of(
            Tenant tenant,
            EmailClass type,
            Optional<IdempotencyClaim> claim,
            Optional<Boolean> subscribed,
            List<String> to) {
        return new Submission(
                tenant,
                "request",
                claim,
                StoredContent.uncompressed(content(tenant)),
                Optional.empty(),
                type,
                Optional.empty(),
                IntStream.range(0, to.size())
                        .mapToObj(at -> recipient(at, to.get(at), subscribed, DataPatch.NONE))
                        .toList(),
                Optional.empty(),
                receipt -> receipt,
                Optional.empty());
    }

    static EmailContent content(Tenant tenant) {
        return new EmailContent(
                tenant.project(),
                new ContentId(Ids.next()),
                "Hello",
                "<p>Hello</p>",
                new NamedAddress(Optional.empty(), new EmailAddress("hi@example.test")),
                Optional.empty(),
                List.of(),
                List.of());
    }

    static Recipient recipient(String address, Optional<Boolean> subscribed, DataPatch persistentData) {
        return recipient(0, address, subscribed, persistentData);
    }

    private static Recipient recipient(int at, String address, Optional<Boolean> subscribed, DataPatch persistentData) {
        var change = new ContactChange(
                new EmailAddress(address), subscribed, false, SubscriptionAuthority.REQUEST, persistentData);
        return new Recipient(
                RecipientKind.TO, at, change, new EmailId(Ids.next()), Optional.empty(), Map.of("code", "1234"));
    }

    static Receipt receipt(ApiResponse response) {
        return (Receipt) response.body();
    }
}

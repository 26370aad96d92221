package io.godwit.ingest;

import io.godwit.contacts.Authority;
import io.godwit.contacts.ContactChange;
import io.godwit.contacts.Patch;
import io.godwit.core.ContentId;
import io.godwit.core.EmailAddress;
import io.godwit.core.EmailId;
import io.godwit.core.Ids;
import io.godwit.core.Mailbox;
import io.godwit.core.Tenant;
import io.godwit.sending.Content;
import io.godwit.sending.Submission;
import io.godwit.sending.Submission.Receipt;
import io.godwit.sending.Submission.Recipient;
import io.godwit.sending.Submission.RecipientKind;
import io.godwit.templates.TemplateType;
import io.godwit.web.Answer;
import io.godwit.web.Claim;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Calls of {@code POST /v1/send} as they come out of validation. */
final class Sends {

    private Sends() {}

    static Submission transactional(Tenant tenant, String... to) {
        return of(tenant, TemplateType.TRANSACTIONAL, Optional.empty(), Optional.empty(), List.of(to));
    }

    static Submission marketing(Tenant tenant, Optional<Boolean> subscribed, String... to) {
        return of(tenant, TemplateType.MARKETING, Optional.empty(), subscribed, List.of(to));
    }

    static Submission of(
            Tenant tenant, TemplateType type, Optional<Claim> claim, Optional<Boolean> subscribed, List<String> to) {
        return new Submission(
                tenant,
                "request",
                claim,
                content(tenant),
                Optional.empty(),
                type,
                Optional.empty(),
                IntStream.range(0, to.size())
                        .mapToObj(at -> recipient(at, to.get(at), subscribed, Patch.NONE))
                        .toList(),
                Optional.empty(),
                receipt -> receipt);
    }

    static Content content(Tenant tenant) {
        return new Content(
                tenant.project(),
                new ContentId(Ids.next()),
                "Hello",
                "<p>Hello</p>",
                new Mailbox(Optional.empty(), new EmailAddress("hi@example.test")),
                Optional.empty(),
                List.of(),
                List.of());
    }

    static Recipient recipient(String address, Optional<Boolean> subscribed, Patch kept) {
        return recipient(0, address, subscribed, kept);
    }

    private static Recipient recipient(int at, String address, Optional<Boolean> subscribed, Patch kept) {
        var change = new ContactChange(new EmailAddress(address), subscribed, false, Authority.REQUEST, kept);
        return new Recipient(
                RecipientKind.TO, at, change, new EmailId(Ids.next()), Optional.empty(), Map.of("code", "1234"));
    }

    static Receipt receipt(Answer answer) {
        return (Receipt) answer.body();
    }
}

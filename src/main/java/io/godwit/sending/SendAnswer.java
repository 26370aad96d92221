package io.godwit.sending;

import io.godwit.sending.Submission.Accepted;
import io.godwit.sending.Submission.Receipt;
import java.time.Instant;
import java.util.List;

/** The answer to {@code POST /v1/send}; the members of {@code data} stand beside it too, for first-generation clients. */
record SendAnswer(boolean success, Result data, List<Item> emails, Instant timestamp) {

    /** What was queued, in the order of the recipients. */
    record Result(List<Item> emails, Instant timestamp) {}

    /** One email, named by its id. */
    record Item(Person contact, String email) {}

    /** The contact it goes to. */
    record Person(String id, String email) {}

    static Object of(Receipt receipt) {
        var items = receipt.accepted().stream().map(SendAnswer::item).toList();
        return new SendAnswer(true, new Result(items, receipt.at()), items, receipt.at());
    }

    private static Item item(Accepted accepted) {
        var person =
                new Person(accepted.contact().toString(), accepted.address().value());
        return new Item(person, accepted.email().toString());
    }
}

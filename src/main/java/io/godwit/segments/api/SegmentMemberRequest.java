package io.godwit.segments.api;

import io.godwit.core.EmailAddress;
import io.godwit.web.JsonBody;
import io.godwit.web.MemberType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bodies of {@code /segments/:id/members}.
 *
 * @param emails as they were sent; a text that is no address matches no contact
 * @param subscribed the subscription of contacts that are created; true when absent
 */
record SegmentMemberRequest(List<String> emails, boolean createMissing, Optional<Boolean> subscribed) {

    private static final int MAX_MEMBERS = 500;

    static SegmentMemberRequest parse(JsonBody body) {
        var emails = new ArrayList<String>();
        if (!body.has("emails")) {
            body.missing("emails");
        }
        body.expects("emails", MemberType.list(MemberType.TEXT, 1, MAX_MEMBERS));
        body.optionalList("emails").ifPresent(list -> read(body, list, emails));
        var createMissing = body.optionalFlag("createMissing").orElse(false);
        var subscribed = body.optionalFlag("subscribed");
        return body.build(() -> new SegmentMemberRequest(emails, createMissing, subscribed));
    }

    private static void read(JsonBody body, List<@Nullable Object> list, List<String> emails) {
        if (list.isEmpty()) {
            body.issue("emails", "too_small", "Array must contain at least 1 element(s)");
        } else if (list.size() > MAX_MEMBERS) {
            body.issue("emails", "too_big", "Array must contain at most " + MAX_MEMBERS + " element(s)");
        } else {
            for (var at = 0; at < list.size(); at++) {
                if (list.get(at) instanceof String text) {
                    emails.add(text);
                } else {
                    body.wrongType("emails." + at, "string", list.get(at));
                }
            }
        }
    }

    /** Returns the members that are addresses, by the spelling they came in. */
    Map<String, EmailAddress> addresses() {
        var addresses = new LinkedHashMap<String, EmailAddress>();
        emails.forEach(text -> EmailAddress.parse(text).ifPresent(email -> addresses.put(text, email)));
        return addresses;
    }
}

package io.godwit.addresses;

import io.godwit.core.EmailAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The result of verifying one address. */
public final class AddressReport {

    private final EmailAddress email;
    private final AddressTraits traits;
    private final DomainReachability reach;

    AddressReport(EmailAddress email, AddressTraits traits, DomainReachability reach) {
        this.email = email;
        this.traits = traits;
        this.reach = reach;
    }

    /** False only when the domain certainly does not exist or certainly takes no mail. */
    public boolean valid() {
        return reach.exists() != Certainty.NO && reach.acceptsMail() != Certainty.NO;
    }

    public boolean disposable() {
        return traits.disposable();
    }

    public boolean plusAddressed() {
        return traits.plusAddressed();
    }

    /** A sentence for every finding; one that says all is well when there is none. */
    public List<String> reasons() {
        var reasons = new ArrayList<String>();
        traits.suggestion()
                .ifPresent(meant -> reasons.add("The domain looks like a typing mistake; meant is probably " + meant));
        reasons.addAll(reach.reasons());
        return reasons.isEmpty() ? List.of("The address is well-formed and its domain takes mail") : reasons;
    }

    /** The members of the API's answer, in their order; {@code suggestedEmail} only beside {@code isTypo}. */
    Map<String, Object> members() {
        var members = new LinkedHashMap<String, Object>();
        members.put("email", email.value());
        members.put("valid", valid());
        members.put("isDisposable", traits.disposable());
        members.put("isAlias", traits.alias());
        members.put("isTypo", traits.suggestion().isPresent());
        members.put("isPlusAddressed", traits.plusAddressed());
        members.put("isPersonalEmail", traits.personal());
        members.put("domainExists", reach.exists() != Certainty.NO);
        members.put("hasWebsite", reach.website() == Certainty.YES);
        members.put("hasMxRecords", reach.acceptsMail() == Certainty.YES);
        traits.suggestion().ifPresent(meant -> members.put("suggestedEmail", meant));
        members.put("reasons", reasons());
        return members;
    }
}

package io.godwit.addresses;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.godwit.core.EmailAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of verifying one address. */
public final class AddressReport {

    private final EmailAddress email;
    private final AddressTraits traits;
    private final DomainReachability reachability;

    AddressReport(EmailAddress email, AddressTraits traits, DomainReachability reachability) {
        this.email = email;
        this.traits = traits;
        this.reachability = reachability;
    }

    /** False only when the domain certainly does not exist or certainly takes no mail. */
    public boolean valid() {
        return reachability.exists() != Certainty.NO && reachability.acceptsMail() != Certainty.NO;
    }

    /** A sentence for every finding; one that says all is well when there is none. */
    public List<String> reasons() {
        var reasons = new ArrayList<String>();
        traits.suggestion()
                .ifPresent(meant -> reasons.add("The domain looks like a typing mistake; meant is probably " + meant));
        reasons.addAll(reachability.reasons());
        return reasons.isEmpty() ? List.of("The address is well-formed and its domain takes mail") : reasons;
    }

    /** The members of the API's answer; {@code suggestedEmail} only beside {@code isTypo}. */
    record Findings(
            String email,
            boolean valid,
            boolean isDisposable,
            boolean isAlias,
            boolean isTypo,
            boolean isPlusAddressed,
            boolean isPersonalEmail,
            boolean domainExists,
            boolean hasWebsite,
            boolean hasMxRecords,
            @JsonInclude(Include.NON_NULL) @Nullable String suggestedEmail,
            List<String> reasons) {}

    Findings findings() {
        return new Findings(
                email.value(),
                valid(),
                traits.disposable(),
                traits.alias(),
                traits.suggestion().isPresent(),
                traits.plusAddressed(),
                traits.personal(),
                reachability.exists() != Certainty.NO,
                reachability.website() == Certainty.YES,
                reachability.acceptsMail() == Certainty.YES,
                traits.suggestion().orElse(null),
                reasons());
    }
}

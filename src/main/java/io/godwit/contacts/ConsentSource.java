package io.godwit.contacts;

import io.godwit.core.Json;
import io.godwit.core.Tenant.Caller;
import io.godwit.core.id.ExecutionId;
import io.godwit.core.id.JobId;
import io.godwit.projects.audit.Actor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The cause of a subscription, or of its change, with the evidence that can be shown for it later. Written into the event of the
 * change, and for a new contact into its row.
 *
 * @param evidence ids of the user, the job or the execution, and a stated proof
 */
public record ConsentSource(Kind kind, Map<String, String> evidence) {

    /** The causes that are told apart; the causes BOUNCE and COMPLAINT have events of their own. */
    public enum Kind {
        /** A request with a key of the project. */
        API,
        /** A signed-in user of the dashboard. */
        USER,
        /** The contact itself, by a link of an email. */
        LINK,
        /** An imported file. */
        IMPORT,
        /** An operation on many contacts. */
        BULK,
        /** A step of a workflow. */
        WORKFLOW,
        /** An email the contact sent to the project. */
        EMAIL,
        /** An email to the contact that bounced. */
        BOUNCE,
        /** A complaint of the contact about an email. */
        COMPLAINT
    }

    /** A request with a key. */
    public static final ConsentSource API = new ConsentSource(Kind.API, Map.of());

    public static final ConsentSource LINK = new ConsentSource(Kind.LINK, Map.of());
    public static final ConsentSource EMAIL = new ConsentSource(Kind.EMAIL, Map.of());

    public ConsentSource {
        evidence = Map.copyOf(evidence);
    }

    /** A request about one contact, by a key or by a user. */
    public static ConsentSource of(Actor actor, Optional<String> proof) {
        var evidence = new LinkedHashMap<String, String>();
        actor.user().ifPresent(user -> evidence.put("userId", user.user().toString()));
        proof.ifPresent(text -> evidence.put("proof", text));
        return new ConsentSource(actor.caller() == Caller.MEMBER ? Kind.USER : Kind.API, evidence);
    }

    /** A job over many contacts. */
    public static ConsentSource of(Kind kind, JobId job, Optional<String> proof) {
        var evidence = new LinkedHashMap<String, String>();
        evidence.put("jobId", job.toString());
        proof.ifPresent(text -> evidence.put("proof", text));
        return new ConsentSource(kind, evidence);
    }

    public static ConsentSource of(ExecutionId execution) {
        return new ConsentSource(Kind.WORKFLOW, Map.of("executionId", execution.toString()));
    }

    /** The data of the event of a change. */
    Map<String, @Nullable Object> data() {
        var data = new LinkedHashMap<String, @Nullable Object>();
        data.put("source", kind.name());
        data.putAll(evidence);
        return data;
    }

    /** The {@code origin} of a new contact, as JSON; a proof is left out, which a file would repeat in every row. */
    String origin(boolean subscribed) {
        var origin = data();
        origin.remove("proof");
        origin.put("subscribed", subscribed);
        return Json.write(origin);
    }
}

package io.godwit.sending.rendering;

/**
 * Work on an email stops before anything went out: the node is stopping, its journal or the database is away, or the lease
 * is lost. The row goes back as it was.
 */
public final class DeliveryPostponed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DeliveryPostponed(String sentence) {
        super(sentence, null, false, false);
    }
}

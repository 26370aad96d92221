package io.godwit.sending.rendering;

/**
 * Signals that work on an email stops before anything was sent: the node is stopping, its journal or the database is not
 * available, or the lease is lost. The row is released unchanged.
 */
public final class DeliveryPostponed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DeliveryPostponed(String sentence) {
        super(sentence, null, false, false);
    }
}

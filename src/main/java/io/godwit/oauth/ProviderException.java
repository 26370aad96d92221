package io.godwit.oauth;

/** An unusable answer of a provider; the message is for the operator. */
final class ProviderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ProviderException(String message) {
        super(message);
    }
}

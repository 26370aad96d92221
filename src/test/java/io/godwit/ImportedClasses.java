package io.godwit;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.resolvers.SelectedClassResolverFromClasspath;
import java.lang.ref.SoftReference;

/**
 * The classes as the rules read them. They take hundreds of megabytes, so they go when the tests after them need the memory. Of
 * the libraries only those are read whose hierarchies a rule asks for: all of them take as long as our own.
 */
final class ImportedClasses {

    private static SoftReference<JavaClasses> main = new SoftReference<>(null);

    private ImportedClasses() {}

    /** Those of the product. */
    static synchronized JavaClasses main() {
        var classes = main.get();
        if (classes == null) {
            ArchConfiguration.get().setClassResolver(SelectedClassResolverFromClasspath.class);
            ArchConfiguration.get().setClassResolverArguments("io.vertx", "io.godwit");
            classes = new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.godwit");
            main = new SoftReference<>(classes);
        }
        return classes;
    }
}

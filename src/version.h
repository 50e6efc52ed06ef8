/* The version of the program: what --version, the manual page, manifests and pages say. The one
 * place where it is; the version of what data/ holds is MANIFEST_SCHEMA of manifest.h. */
#ifndef VERSION_H
#define VERSION_H

#define JOBREPORT_VERSION "0.1.0"

#endif

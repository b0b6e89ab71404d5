/* Rust's standard library takes its random seed from ProcessPrng in bcryptprimitives.dll, which
 * Wine before 9 does not have. This is that one function, on top of the older call. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG size);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T size)
{
    return SystemFunction036(buffer, (ULONG)size);
}

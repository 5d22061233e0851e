import { SkeletonBlock, Skeleton } from '../ui/skeleton.tsx'
import { LoginPage } from './login-page.tsx'

/** A staff login until the page knows whether somebody is signed in; without JavaScript it is all there is. */
export function LoginBones({ staff, title }: { staff: string; title: string }) {
  return (
    <LoginPage staff={staff} title={title}>
      <Skeleton label="Loading the sign-in" className="needs-script stack">
        <SkeletonBlock as="field" />
        <SkeletonBlock as="field" />
        <SkeletonBlock as="button" />
      </Skeleton>
    </LoginPage>
  )
}
